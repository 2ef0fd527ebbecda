#include "results/write/twin_driver.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct TwinFile {
    H5FD_t base; /* HDF5 requires it first */
    Twin *twin;
    haddr_t allocated; /* end of the space in use */
    haddr_t end;       /* of what was written */
} TwinFile;

typedef struct Access {
    Twin *twin;
} Access;

static herr_t file_write(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t place, size_t size,
                         const void *bytes) {
    (void)type, (void)transfer;
    TwinFile *file = (TwinFile *)base;
    if (size == 0) return 0;
    twin_write(file->twin, place, bytes, size);
    if (place + size > file->end) file->end = place + size;
    return 0;
}

static herr_t file_read(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t place, size_t size,
                        void *bytes) {
    (void)type, (void)transfer;
    return twin_read(((TwinFile *)base)->twin, place, bytes, size) ? 0 : -1;
}

/* Readers refuse a file that is shorter than it says. */
static herr_t file_truncate(H5FD_t *base, hid_t transfer, hbool_t closing) {
    (void)transfer, (void)closing;
    TwinFile *file = (TwinFile *)base;
    twin_resize(file->twin, file->allocated);
    file->end = file->allocated;
    return 0;
}

static H5FD_t *file_open(const char *name, unsigned flags, hid_t access, haddr_t max_address) {
    (void)name, (void)flags, (void)max_address;
    const Access *chosen = H5Pget_driver_info(access);
    TwinFile *file = chosen ? calloc(1, sizeof *file) : NULL;
    if (!file) return NULL;
    file->twin = chosen->twin;
    return &file->base;
}

static herr_t file_close(H5FD_t *base) {
    free(base);
    return 0;
}

static int file_compare(const H5FD_t *a, const H5FD_t *b) {
    const Twin *one = ((const TwinFile *)a)->twin, *other = ((const TwinFile *)b)->twin;
    return one < other ? -1 : one > other;
}

static herr_t file_query(const H5FD_t *base, unsigned long *flags) {
    (void)base;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA |
             H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t file_allocated(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const TwinFile *)base)->allocated;
}

static herr_t file_set_allocated(H5FD_t *base, H5FD_mem_t type, haddr_t place) {
    (void)type;
    ((TwinFile *)base)->allocated = place;
    return 0;
}

static haddr_t file_end(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const TwinFile *)base)->end;
}

static const H5FD_class_t twin_class = {
    .name = "judder_twin",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(Access),
    .open = file_open,
    .close = file_close,
    .cmp = file_compare,
    .query = file_query,
    .get_eoa = file_allocated,
    .set_eoa = file_set_allocated,
    .get_eof = file_end,
    .read = file_read,
    .write = file_write,
    .truncate = file_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* Registered once: HDF5 calls the driver once more after it has let go of a file, so it may not go with its
 * last file. */
static hid_t driver(void) {
    static hid_t registered = -1;
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&turn);
    if (H5Iget_type(registered) != H5I_VFL) registered = H5FDregister(&twin_class);
    const hid_t found = registered;
    pthread_mutex_unlock(&turn);
    return found;
}

hid_t twin_access(Twin *twin) {
    const Access chosen = {twin};
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0 && H5Pset_driver(access, driver(), &chosen) >= 0) return access;
    H5Pclose(access);
    return -1;
}
