/* An HDF5 file driver under which a file is readable at every moment of its making.
 *
 * HDF5 writes its bookkeeping (headers, indices) piece by piece and in the order of the addresses: a run
 * killed in between, or a full disk, leaves a file in which an index points at nothing. Under this driver the
 * bookkeeping stays in memory until a flush and then goes to disk so that nothing is pointed at before it is
 * there. Data go to disk at once: they lie where the file on disk does not look yet.
 */
#ifndef JUDDER_RESULTS_ORDERED_FILE_H
#define JUDDER_RESULTS_ORDERED_FILE_H

#include <hdf5.h>
#include <stdbool.h>

/* A file access list that selects the driver, or a negative id. While *hold is true a flush brings nothing to
 * the disk: HDF5 goes on to flush its driver even after a part of its own flush has failed (no memory), so a
 * flush is made twice, and the second, which has nothing else to do, counts only if the first went well.
 * *write_error gets the errno of the first write that fails; as long as it is not zero the driver writes
 * nothing more and lets HDF5 believe it did, so that the file on disk stays as it was at the last complete
 * flush and HDF5 can still close. The caller may set it for that purpose; it must outlive the file. */
hid_t ordered_file_access(int *write_error, const bool *hold);

#endif
