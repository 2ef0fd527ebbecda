/* The HDF5 file driver under which a result is written: its file is a twin (results/twin.h). */
#ifndef JUDDER_RESULTS_TWIN_DRIVER_H
#define JUDDER_RESULTS_TWIN_DRIVER_H

#include "results/write/twin.h"

#include <hdf5.h>

/* A file access list that selects the driver, or a negative id; the twin must outlive the file. After a
 * write has failed HDF5 is left in the belief that it went well, so that it can still close. */
hid_t twin_access(Twin *twin);

#endif
