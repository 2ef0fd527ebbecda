#include "results/store/dataset.h"

#include "results/store/describe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* HDF5 keeps attributes in the header of their object, which ends at 64 kB. */
enum { ATTRIBUTE_LIMIT = 4096 };

static _Thread_local int failure; /* HDF5 complains in the thread that asked */

static herr_t look_for_memory(unsigned depth, const H5E_error2_t *complaint, void *memory) {
    (void)depth;
    if (complaint->min_num == H5E_NOSPACE || complaint->min_num == H5E_CANTALLOC) *(bool *)memory = true;
    return 0;
}

static herr_t note_failure(hid_t stack, void *context) {
    (void)context;
    bool memory = false;
    H5Ewalk2(stack, H5E_WALK_UPWARD, look_for_memory, &memory);
    if (failure != ENOMEM) failure = memory ? ENOMEM : HDF5_UNKNOWN;
    return 0;
}

void hdf5_be_quiet(void) {
    H5Eset_auto2(H5E_DEFAULT, note_failure, NULL);
}

int hdf5_failure(void) {
    return failure;
}

const char *failure_text(int reason) {
    return reason == HDF5_UNKNOWN ? "the HDF5 library failed" : strerror(reason);
}

bool hdf5_has_failed(void) {
    const bool found = failure != 0;
    failure = 0;
    return found;
}

void link_name(hid_t group, const char *wanted, char name[LINK_NAME_SIZE]) {
    char clean[LINK_NAME_SIZE - 16];
    snprintf(clean, sizeof clean, "%s", wanted && *wanted ? wanted : "_");
    for (char *c = clean; *c; c++) {
        if (*c == '/' || (unsigned char)*c < 0x20) *c = '_';
    }
    /* HDF5 reads "." as the group itself. */
    if (strcmp(clean, ".") == 0) *clean = '_';
    snprintf(name, LINK_NAME_SIZE, "%s", clean);
    for (unsigned i = 2; H5Lexists(group, name, H5P_DEFAULT) > 0; i++) {
        snprintf(name, LINK_NAME_SIZE, "%s_%u", clean, i);
    }
}

hid_t group_make(hid_t parent, const char *name) {
    const hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
    hid_t group = -1;
    /* Without times two runs of one case leave the same bytes. */
    H5Pset_obj_track_times(creation, false);
    /* Links stay in the header of the group, whose update is one write, unless there are very many. */
    if (H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0 &&
        H5Pset_link_phase_change(creation, 64, 60) >= 0) {
        group = H5Gcreate2(parent, name, H5P_DEFAULT, creation, H5P_DEFAULT);
    }
    H5Pclose(creation);
    return group;
}

hid_t text_type(size_t size) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    if (H5Tset_size(type, size) >= 0 && H5Tset_strpad(type, H5T_STR_NULLTERM) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0) {
        return type;
    }
    H5Tclose(type);
    return -1;
}

hid_t flag_type(void) {
    const hid_t type = H5Tenum_create(H5T_STD_I8LE);
    const signed char no = 0, yes = 1;
    if (H5Tenum_insert(type, "FALSE", &no) >= 0 && H5Tenum_insert(type, "TRUE", &yes) >= 0) return type;
    H5Tclose(type);
    return -1;
}

bool dataset_write(hid_t group, const Dataset *dataset) {
    const hid_t space = dataset->rank == 0 ? H5Screate(H5S_SCALAR)
                                           : H5Screate_simple(dataset->rank, dataset->size, NULL);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(creation, false);
    const hid_t set = H5Dcreate2(group, dataset->name, dataset->type, space, H5P_DEFAULT, creation,
                                 H5P_DEFAULT);
    bool ok = set >= 0;
    if (ok && H5Sget_simple_extent_npoints(space) > 0) {
        ok = H5Dwrite(set, dataset->memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, dataset->at) >= 0;
    }
    if (ok && dataset->unit) ok = attribute_write_text(set, "unit", dataset->unit);
    if (ok && dataset->columns) ok = attribute_write_text(set, "columns", dataset->columns);
    if (ok && dataset->scope) ok = describe_object(set, dataset->scope, dataset->name);
    if (set >= 0 && H5Dclose(set) < 0) ok = false;
    H5Pclose(creation);
    H5Sclose(space);
    return ok;
}

bool dataset_write_text(hid_t group, const char *name, const char *text) {
    const hid_t type = text_type(strlen(text) + 1);
    const bool ok = dataset_write(group, &(Dataset){.name = name, .type = type, .memory = type, .at = text});
    H5Tclose(type);
    return ok;
}

bool attribute_write_text(hid_t object, const char *name, const char *text) {
    char kept[ATTRIBUTE_LIMIT + 1] = "";
    size_t length = strnlen(text, ATTRIBUTE_LIMIT + 1);
    if (length > ATTRIBUTE_LIMIT) {
        length = ATTRIBUTE_LIMIT;
        /* Not inside a UTF-8 sequence. */
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    memcpy(kept, text, length);
    if (H5Aexists(object, name) > 0 && H5Adelete(object, name) < 0) return false;
    const hid_t type = text_type(length + 1), space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool ok = attribute >= 0 && H5Awrite(attribute, type, kept) >= 0;
    if (attribute >= 0 && H5Aclose(attribute) < 0) ok = false;
    H5Sclose(space);
    H5Tclose(type);
    return ok;
}
