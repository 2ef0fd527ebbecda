/* A result file read with suspicion: it may be damaged, made by another program, or made to harm. Whatever
 * is not as the writer of results leaves it is an input error that names the file. */
#ifndef JUDDER_RESULTS_STORED_H
#define JUDDER_RESULTS_STORED_H

#include "base/error.h"
#include "results/read/trial.h"
#include "schema/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Stored {
    const char *path;
    hid_t file;
    hsize_t bytes;    /* of the file: no dataset can be larger */
    TrialFound tried; /* what was read in a trial of the very same file */
    bool sealed;      /* the run that wrote it has ended, and its bytes are as that one left them (seal.h) */
    struct Names *names; /* of the objects that were met (names.h) */
} Stored;

JudderErr stored_open(const char *path, Stored *stored);
void stored_close(Stored *stored);
/* The error of a file that is not as it should be. */
JudderErr stored_unsound(const Stored *stored, const char *what);

typedef struct StoredLink {
    char *name;
    haddr_t address; /* of the object */
    bool is_group;   /* otherwise a dataset */
} StoredLink;

typedef struct StoredLinks {
    size_t count;
    StoredLink *at;
} StoredLinks;

/* What a group holds, in the order in which it was written; links into other files or to other names are
 * no part of a result. */
JudderErr stored_links(const Stored *stored, hid_t group, StoredLinks *links);
/* The same without a look at the objects, for groups with very many: is_group is not known. */
JudderErr stored_names(const Stored *stored, hid_t group, StoredLinks *links);
void stored_links_free(StoredLinks *links);
/* Opens a group; *group is negative if there is none of that name. */
JudderErr stored_group(const Stored *stored, hid_t parent, const char *name, hid_t *group);

typedef enum StoredKind { STORED_NUMBER, STORED_COUNT, STORED_FLAG, STORED_TEXT } StoredKind;

typedef struct StoredSet {
    hid_t set, type; /* type of a cell in memory */
    StoredKind kind; /* number: double, count: long long, flag: signed char, text: char[cell] */
    int rank;
    hsize_t rows, columns; /* 1 where the rank has none */
    hsize_t chunk;         /* rows; 0 if the data lie in one piece */
    size_t cell;           /* bytes in memory */
    size_t stored_cell;    /* bytes in the file */
    char unit[64];
    SchemaNumbers numbers; /* what the name counts */
    char titles[512];      /* "z [m], v_1 [m/s]": names of the columns of a table, "" if they have none */
} StoredSet;

/* A text attribute of an object, cut to the size; "" if there is none. */
void stored_attribute(hid_t object, const char *name, char *text, size_t size);

JudderErr stored_set_open(const Stored *stored, hid_t group, const char *name, StoredSet *set);
/* The object of a link, whichever it is: a dataset, or a group, which is then open and to be closed; else
 * that is negative. */
JudderErr stored_open_link(const Stored *stored, const StoredLink *link, StoredSet *set, hid_t *group);
void stored_set_close(StoredSet *set);
/* Whether the index of its chunks can be believed for these rows. */
bool stored_index_sound(const Stored *stored, const StoredSet *set, hsize_t first, hsize_t count);
/* Reads count rows from the first on: count * columns cells. */
JudderErr stored_set_read(const Stored *stored, const StoredSet *set, hsize_t first, hsize_t count,
                          void *cells);

#endif
