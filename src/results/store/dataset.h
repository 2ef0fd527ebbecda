/* The few shapes in which a result is put into HDF5. Functions answer whether it worked; who knows the
 * file says why not. */
#ifndef JUDDER_RESULTS_STORE_DATASET_H
#define JUDDER_RESULTS_STORE_DATASET_H

#include "schema/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* Keeps HDF5 from printing; whether one of its functions has failed since this was asked last, also one whose
 * answer nobody looked at. */
void hdf5_be_quiet(void);
bool hdf5_has_failed(void);
/* Why it has, since then: ENOMEM, HDF5_UNKNOWN, or 0. */
enum { HDF5_UNKNOWN = -1 };
int hdf5_failure(void);
/* The words of that, or of any errno. */
const char *failure_text(int failure);

enum { LINK_NAME_SIZE = 256 };

/* Turns any text into a name that the group can take: without slashes, not empty, not in use. */
void link_name(hid_t group, const char *wanted, char name[LINK_NAME_SIZE]);

/* A group that remembers the order in which it was filled, or a negative id. */
hid_t group_make(hid_t parent, const char *name);

/* Types to be closed by the caller: UTF-8 in that many bytes, filled up with at least one zero; false and
 * true as h5py knows them. */
hid_t text_type(size_t size);
hid_t flag_type(void);

typedef struct Dataset {
    const char *name;
    const char *unit;         /* NULL: without the attribute */
    const char *columns;      /* names of the columns; NULL: without the attribute */
    const SchemaScope *scope; /* gives further attributes; NULL: none */
    hid_t type;               /* in the file */
    hid_t memory;             /* of the given numbers */
    int rank;                 /* 0: a scalar */
    hsize_t size[2];
    const void *at;
} Dataset;

bool dataset_write(hid_t group, const Dataset *dataset);
bool dataset_write_text(hid_t group, const char *name, const char *text);

/* Sets or replaces; a text that is too long for an attribute is cut. */
bool attribute_write_text(hid_t object, const char *name, const char *text);

#endif
