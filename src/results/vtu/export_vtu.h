/* From the fields on meshes in a result file to files for ParaView. */
#ifndef JUDDER_RESULTS_VTU_EXPORT_VTU_H
#define JUDDER_RESULTS_VTU_EXPORT_VTU_H

#include "results/export/format.h"

#include <stddef.h>

/* Writes per study with states of a body <nn_name>_<state>.vtu and their list <nn_name>.pvd over s, and
 * for modes <nn_name>_<mode>.vtu, on the mesh of that study or of one before it, into the folder, which
 * is made if it is missing. A file that is not a result, or that has no mesh, is an input error.
 * *written counts the files. */
JudderErr export_vtu(const char *result_file, const char *folder, size_t *written);

extern const ExportFormat vtu_format;

#endif
