/* Where something may be written: a folder that is opened once, and a name in it.
 *
 * What stands at the name is never followed and never written to. A symbolic link there, a folder, a pipe, a
 * device or a file that is being read is refused; a file is replaced by a rename inside the open folder, so
 * that a link or another folder put there meanwhile changes nothing. Folders on the way to the name are those
 * of the user's own words, and links among them are followed, once. */
#ifndef JUDDER_RESULTS_PLACE_PLACE_H
#define JUDDER_RESULTS_PLACE_PLACE_H

#include "base/error.h"
#include "results/place/file_kind.h"

#include <dirent.h>
#include <stdbool.h>
#include <sys/stat.h>

typedef struct Place {
    char *path;       /* as the user named it, for messages */
    const char *name; /* the last part of the path */
    int folder;       /* open; meaningless while the path is NULL */
} Place;

/* What is to be written where. */
typedef struct PlaceWish {
    const char *path;            /* or, in a folder that is open, the name alone */
    const char *option;          /* that gave it: the field of an error; NULL: -o */
    const char *beside;          /* ending of another file of the same run: ".checkpoint"; NULL: none */
    const char *const *inputs;   /* files that are read, never to be replaced; ends with NULL; may be NULL */
    const Place *in;             /* the folder, opened by place_folder; NULL: that of the path */
    const FileKind *kind;        /* of what may be replaced at the name; NULL: any file */
    const FileKind *beside_kind; /* and beside it */
    bool claimed;                /* the caller has the claim (claim.h) to the name */
} PlaceWish;

/* The longest name of something written, in bytes, together with the ending beside it: hidden files have
 * longer ones. */
enum { PLACE_NAME_MOST = 240 };

/* Opens the folder and looks at what stands at the name; a place that cannot take a file is an input
 * error. */
JudderErr place_open(Place *place, const PlaceWish *wish);
/* Refuses what is of another kind at the name or beside it; whoever writes there has the claim by then. */
JudderErr place_check_kinds(const Place *place, const PlaceWish *wish);
/* Opens the folder that an option names, which is made unless it is there; one that is a link is refused. */
JudderErr place_folder(Place *place, const char *option, const char *path);
void place_close(Place *place);

const char *place_option(const PlaceWish *wish);
/* The path of a name in that folder, to be freed. */
char *place_path(const Place *place, const char *name);
/* What stands at a name of the folder, links not followed; false with errno. */
bool place_look(const Place *place, const char *name, struct stat *found);
/* Whether that is the file. */
bool place_holds(const Place *place, const char *name, const struct stat *file);
/* The file that is read and is that one; NULL: none. */
const char *place_input_at(const PlaceWish *wish, const struct stat *found);
/* The entries of the folder, to be closed; NULL with errno. */
DIR *place_entries(const Place *place);

#endif
