/* Pending bookkeeping is kept as the pieces in which HDF5 wrote it, sorted by address and without overlap.
 *
 * A flush writes (1) what lies beyond the last flush, since nothing on disk points there yet; (2) the
 * superblock, which only tells how long the file is; (3) the indices of the chunks from the root down: a
 * node that splits gives entries away to a new node, which its parent must know before it drops them; (4)
 * the rest, among it the headers with the number of rows, which must not promise more than the indices
 * have. Each piece is one write. */
#include "results/ordered_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Piece {
    haddr_t address;
    size_t size;
    H5FD_mem_t type;
    unsigned char *bytes;
} Piece;

typedef struct OrderedFile {
    H5FD_t base; /* HDF5 requires it first */
    int fd;
    int *write_error;
    const bool *hold;
    haddr_t allocated; /* end of the space in use */
    haddr_t end;       /* end of what was written, pending or not */
    haddr_t committed; /* end of what the file on disk may point at */
    Piece *pieces;
    size_t count, room;
} OrderedFile;

typedef struct Access {
    int *write_error;
    const bool *hold;
} Access;

static void disk_write(OrderedFile *file, haddr_t address, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    while (size > 0 && *file->write_error == 0) {
        const ssize_t done = pwrite(file->fd, at, size, (off_t)address);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) {
            *file->write_error = done < 0 ? errno : EIO;
            return;
        }
        at += done, address += (haddr_t)done, size -= (size_t)done;
    }
}

/* What lies beyond the end of the file on disk reads as zeros. */
static bool disk_read(const OrderedFile *file, haddr_t address, void *bytes, size_t size) {
    unsigned char *at = bytes;
    while (size > 0) {
        const ssize_t done = pread(file->fd, at, size, (off_t)address);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        if (done == 0) break;
        at += done, address += (haddr_t)done, size -= (size_t)done;
    }
    memset(at, 0, size);
    return true;
}

static void disk_resize(OrderedFile *file, haddr_t size) {
    if (*file->write_error == 0 && ftruncate(file->fd, (off_t)size) != 0) *file->write_error = errno;
}

static void disk_extend(OrderedFile *file, haddr_t size) {
    struct stat disk;
    if (fstat(file->fd, &disk) != 0 || (haddr_t)disk.st_size < size) disk_resize(file, size);
}

/* Position of the first piece that ends behind the address. */
static size_t piece_position(const OrderedFile *file, haddr_t address) {
    size_t low = 0, high = file->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (file->pieces[middle].address + file->pieces[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Overwrites the part of the pending pieces that lies in the range. True if one piece holds the whole
 * range. */
static bool piece_update(OrderedFile *file, haddr_t address, size_t size, const void *bytes) {
    const size_t position = piece_position(file, address);
    if (position == file->count) return false;
    Piece *piece = &file->pieces[position];
    if (piece->address > address || address + size > piece->address + piece->size) return false;
    memcpy(piece->bytes + (address - piece->address), bytes, size);
    return true;
}

/* Forgets what is pending in the range, which no single piece covers. */
static void piece_cut(OrderedFile *file, haddr_t address, size_t size) {
    const haddr_t stop = address + size;
    size_t i = piece_position(file, address);
    while (i < file->count && file->pieces[i].address < stop) {
        Piece *piece = &file->pieces[i];
        const haddr_t end = piece->address + piece->size;
        if (piece->address < address) {
            piece->size = (size_t)(address - piece->address);
            i++;
        } else if (end > stop) {
            memmove(piece->bytes, piece->bytes + (stop - piece->address), (size_t)(end - stop));
            piece->address = stop, piece->size = (size_t)(end - stop);
        } else {
            free(piece->bytes);
            memmove(piece, piece + 1, (--file->count - i) * sizeof *piece);
        }
    }
}

static bool piece_insert(OrderedFile *file, H5FD_mem_t type, haddr_t address, size_t size,
                         const void *bytes) {
    if (file->count == file->room) {
        const size_t room = file->room ? 2 * file->room : 64;
        Piece *pieces = realloc(file->pieces, room * sizeof *pieces);
        if (!pieces) return false;
        file->pieces = pieces, file->room = room;
    }
    unsigned char *copy = malloc(size);
    if (!copy) return false;
    memcpy(copy, bytes, size);
    const size_t position = piece_position(file, address);
    Piece *at = file->pieces + position;
    memmove(at + 1, at, (file->count++ - position) * sizeof *at);
    *at = (Piece){address, size, type, copy};
    return true;
}

static herr_t file_write(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                         const void *buffer) {
    (void)transfer;
    OrderedFile *file = (OrderedFile *)base;
    const bool data = type == H5FD_MEM_DRAW;
    if (size == 0) return 0;
    if (address + size > file->end) file->end = address + size;
    if (data) disk_write(file, address, buffer, size);
    if (piece_update(file, address, size, buffer)) return 0;
    piece_cut(file, address, size);
    if (data || piece_insert(file, type, address, size, buffer)) return 0;
    if (*file->write_error == 0) *file->write_error = ENOMEM; /* what is pending is not whole any more */
    return -1;
}

static herr_t file_read(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                        void *buffer) {
    (void)type, (void)transfer;
    const OrderedFile *file = (const OrderedFile *)base;
    unsigned char *bytes = buffer;
    if (!disk_read(file, address, buffer, size)) return -1;
    for (size_t i = piece_position(file, address); i < file->count; i++) {
        const Piece *piece = &file->pieces[i];
        if (piece->address >= address + size) break;
        const haddr_t start = piece->address > address ? piece->address : address;
        const haddr_t piece_end = piece->address + piece->size;
        const haddr_t stop = piece_end < address + size ? piece_end : address + size;
        memcpy(bytes + (start - address), piece->bytes + (start - piece->address), (size_t)(stop - start));
    }
    return 0;
}

/* The order of a flush, as above. */
enum { RANK_NEW, RANK_SUPERBLOCK, RANK_ROOT, RANK_REST = RANK_ROOT + 8 };

static int piece_rank(const OrderedFile *file, const Piece *piece) {
    if (piece->address >= file->committed) return RANK_NEW;
    if (piece->type == H5FD_MEM_SUPER && piece->address == 0) return RANK_SUPERBLOCK;
    /* The index of chunks: a signature, the kind of node, the level above the leaves. */
    if (piece->type == H5FD_MEM_BTREE && piece->size > 5 && memcmp(piece->bytes, "TREE", 4) == 0) {
        const int level = piece->bytes[5];
        return level < RANK_REST - RANK_ROOT ? RANK_REST - 1 - level : RANK_ROOT;
    }
    return RANK_REST;
}

static void file_commit(OrderedFile *file) {
    if (file->count == 0 || *file->write_error != 0 || *file->hold) return;
    for (int rank = RANK_NEW; rank <= RANK_REST; rank++) {
        for (size_t i = 0; i < file->count; i++) {
            const Piece *piece = &file->pieces[i];
            if (piece_rank(file, piece) == rank) disk_write(file, piece->address, piece->bytes, piece->size);
        }
        /* Readers refuse a file that is shorter than its superblock says. */
        if (rank == RANK_NEW) disk_extend(file, file->allocated);
    }
    /* After a failure the pieces stay: HDF5 may still read its bookkeeping. */
    if (*file->write_error != 0) return;
    for (size_t i = 0; i < file->count; i++) free(file->pieces[i].bytes);
    file->count = 0;
    file->committed = file->allocated;
}

static herr_t file_flush(H5FD_t *base, hid_t transfer, hbool_t closing) {
    (void)transfer, (void)closing;
    file_commit((OrderedFile *)base);
    return 0;
}

static herr_t file_close(H5FD_t *base) {
    OrderedFile *file = (OrderedFile *)base;
    struct stat disk;
    file_commit(file);
    if (fstat(file->fd, &disk) == 0 && (haddr_t)disk.st_size > file->allocated && file->committed > 0) {
        disk_resize(file, file->allocated);
    }
    if (close(file->fd) != 0 && *file->write_error == 0) *file->write_error = errno;
    for (size_t i = 0; i < file->count; i++) free(file->pieces[i].bytes);
    free(file->pieces);
    free(file);
    return 0;
}

static H5FD_t *file_open(const char *name, unsigned flags, hid_t access, haddr_t max_address) {
    (void)max_address;
    const Access *chosen = H5Pget_driver_info(access);
    OrderedFile *file = calloc(1, sizeof *file);
    if (!chosen || !file) {
        free(file);
        return NULL;
    }
    file->write_error = chosen->write_error;
    file->hold = chosen->hold;
    file->fd = open(name, O_RDWR | O_CLOEXEC);
    struct stat disk;
    bool ok = file->fd >= 0 && fstat(file->fd, &disk) == 0;
    /* Only if there is something to cut off: some file systems then wait for the disk at the end. */
    if (ok && flags & H5F_ACC_TRUNC && disk.st_size > 0) ok = ftruncate(file->fd, disk.st_size = 0) == 0;
    if (!ok) {
        if (file->fd >= 0) close(file->fd);
        free(file);
        return NULL;
    }
    file->end = (haddr_t)disk.st_size;
    return &file->base;
}

static int file_compare(const H5FD_t *a, const H5FD_t *b) {
    struct stat one, other;
    if (fstat(((const OrderedFile *)a)->fd, &one) != 0 || fstat(((const OrderedFile *)b)->fd, &other) != 0) {
        return a < b ? -1 : a > b;
    }
    if (one.st_dev != other.st_dev) return one.st_dev < other.st_dev ? -1 : 1;
    return one.st_ino < other.st_ino ? -1 : one.st_ino > other.st_ino;
}

static herr_t file_query(const H5FD_t *base, unsigned long *flags) {
    (void)base;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t file_allocated(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const OrderedFile *)base)->allocated;
}

static herr_t file_set_allocated(H5FD_t *base, H5FD_mem_t type, haddr_t address) {
    (void)type;
    ((OrderedFile *)base)->allocated = address;
    return 0;
}

static haddr_t file_end(const H5FD_t *base, H5FD_mem_t type) {
    (void)type;
    return ((const OrderedFile *)base)->end;
}

/* Data and bookkeeping never take each other's freed space: data written at once would land on bookkeeping
 * in use. */
static const H5FD_class_t ordered_file_class = {
    .name = "judder_ordered",
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
    .flush = file_flush,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* Registered once: HDF5 calls the driver once more after it has let go of a file, so it may not go with
 * its last file. */
static hid_t driver(void) {
    static hid_t registered = -1;
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&turn);
    if (H5Iget_type(registered) != H5I_VFL) registered = H5FDregister(&ordered_file_class);
    const hid_t found = registered;
    pthread_mutex_unlock(&turn);
    return found;
}

hid_t ordered_file_access(int *write_error, const bool *hold) {
    const Access chosen = {write_error, hold};
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0 && H5Pset_driver(access, driver(), &chosen) >= 0) return access;
    H5Pclose(access);
    return -1;
}
