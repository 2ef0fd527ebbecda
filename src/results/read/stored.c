#include "results/read/stored.h"

#include "base/array/grow.h"
#include "results/read/names.h"
#include "results/store/dataset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINK_LIMIT = 1000000,  /* in one group */
    TEXT_LIMIT = 1 << 24,  /* bytes of one text */
    COLUMN_LIMIT = 1000000 /* of a field */
};

JudderErr stored_unsound(const Stored *stored, const char *what) {
    return error_input(NULL, "%s: not a sound result of judder: %s", stored->path, what);
}

static uint64_t address_of(hid_t object) {
    H5O_info_t info;
    return H5Oget_info2(object, &info, H5O_INFO_BASIC) >= 0 ? info.addr : HADDR_UNDEF;
}

/* A link to an object of this file that has no other. */
static bool is_only_link(const Stored *stored, hid_t group, const char *name) {
    H5L_info_t info;
    return H5Lget_info(group, name, &info, H5P_DEFAULT) >= 0 && info.type == H5L_TYPE_HARD &&
           names_meet(stored->names, address_of(group), name, info.u.address);
}

typedef struct Collection {
    StoredLinks *links;
    Names *names;
    uint64_t group;
    size_t room;
    bool no_memory;
} Collection;

static herr_t collect(hid_t group, const char *name, const H5L_info_t *info, void *context) {
    Collection *found = context;
    StoredLinks *links = found->links;
    (void)group;
    const haddr_t address = info->u.address;
    if (info->type != H5L_TYPE_HARD || links->count == LINK_LIMIT) return -1;
    if (!names_meet(found->names, found->group, name, address)) return -1;
    const bool room = grow(&links->at, &found->room, links->count + 1, sizeof *links->at);
    char *copy = room ? strdup(name) : NULL;
    if (!copy) return found->no_memory = true, -1;
    links->at[links->count++] = (StoredLink){copy, address, false};
    return 0;
}

static H5_index_t link_order(hid_t group) {
    unsigned flags = 0;
    const hid_t creation = H5Gget_create_plist(group);
    const bool kept = creation >= 0 && H5Pget_link_creation_order(creation, &flags) >= 0 &&
                      flags & H5P_CRT_ORDER_TRACKED;
    if (creation >= 0) H5Pclose(creation);
    return kept ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
}

JudderErr stored_names(const Stored *stored, hid_t group, StoredLinks *links) {
    Collection found = {.links = links, .names = stored->names, .group = address_of(group)};
    *links = (StoredLinks){0};
    if (H5Literate(group, link_order(group), H5_ITER_INC, NULL, collect, &found) >= 0) return JUDDER_OK;
    stored_links_free(links);
    return found.no_memory ? error_memory() : stored_unsound(stored, "a group cannot be listed");
}

JudderErr stored_links(const Stored *stored, hid_t group, StoredLinks *links) {
    TRY(stored_names(stored, group, links));
    bool ok = true;
    for (size_t i = 0; ok && i < links->count; i++) {
        H5O_info_t info;
        ok = H5Oget_info_by_name2(group, links->at[i].name, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0 &&
             (info.type == H5O_TYPE_GROUP || info.type == H5O_TYPE_DATASET);
        if (ok) links->at[i].is_group = info.type == H5O_TYPE_GROUP;
    }
    if (ok) return JUDDER_OK;
    stored_links_free(links);
    return stored_unsound(stored, "a group cannot be listed");
}

void stored_links_free(StoredLinks *links) {
    for (size_t i = 0; i < links->count; i++) free(links->at[i].name);
    free(links->at);
    *links = (StoredLinks){0};
}

JudderErr stored_group(const Stored *stored, hid_t parent, const char *name, hid_t *group) {
    *group = -1;
    const htri_t present = H5Lexists(parent, name, H5P_DEFAULT);
    if (present == 0) return JUDDER_OK;
    if (present > 0 && is_only_link(stored, parent, name)) *group = H5Gopen2(parent, name, H5P_DEFAULT);
    return *group >= 0 ? JUDDER_OK : stored_unsound(stored, "a group cannot be opened");
}

/* Data must lie in this file, as they are: a virtual or external dataset would read whatever other file it
 * names. */
static bool read_layout(StoredSet *set) {
    set->chunk = 0;
    /* Only what lies in this file in one piece has an offset: what most values are. */
    if (H5Dget_offset(set->set) != HADDR_UNDEF) return true;
    const hid_t creation = H5Dget_create_plist(set->set);
    if (creation < 0) return false;
    const H5D_layout_t layout = H5Pget_layout(creation);
    bool here = (layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED) &&
                H5Pget_external_count(creation) == 0 && H5Pget_nfilters(creation) == 0;
    if (here && layout == H5D_CHUNKED) here = H5Pget_chunk(creation, 1, &set->chunk) == 1 && set->chunk > 0;
    H5Pclose(creation);
    return here;
}

static bool read_shape(const Stored *stored, StoredSet *set) {
    const hid_t space = H5Dget_space(set->set);
    hsize_t size[2] = {1, 1};
    const H5S_class_t shape = H5Sget_simple_extent_type(space);
    set->rank = H5Sget_simple_extent_ndims(space);
    const bool ok = (shape == H5S_SCALAR || shape == H5S_SIMPLE) && set->rank >= 0 && set->rank <= 2 &&
                    H5Sget_simple_extent_dims(space, size, NULL) == set->rank;
    H5Sclose(space);
    set->rows = size[0], set->columns = size[1];
    return ok && set->columns <= COLUMN_LIMIT && set->columns <= stored->bytes / set->stored_cell &&
           (set->columns == 0 || set->rows <= stored->bytes / set->stored_cell / set->columns);
}

/* Chooses the type in memory from the one in the file, which is given up or kept. */
static bool choose_type(StoredSet *set, hid_t in_file) {
    const H5T_class_t family = H5Tget_class(in_file);
    set->type = -1;
    if (family == H5T_FLOAT) set->kind = STORED_NUMBER, set->type = H5Tcopy(H5T_NATIVE_DOUBLE);
    if (family == H5T_INTEGER) set->kind = STORED_COUNT, set->type = H5Tcopy(H5T_NATIVE_LLONG);
    if (family == H5T_ENUM) set->kind = STORED_FLAG, set->type = flag_type();
    if (family == H5T_STRING && H5Tis_variable_str(in_file) == 0) {
        set->kind = STORED_TEXT, set->type = H5Tcopy(in_file);
    }
    if (set->type < 0) return false;
    set->cell = H5Tget_size(set->type);
    set->stored_cell = H5Tget_size(in_file);
    return set->cell > 0 && set->cell <= TEXT_LIMIT && set->stored_cell > 0;
}

/* One number, or without a number a text that fits. */
static bool read_attribute(hid_t object, const char *name, double *number, char *text, size_t size) {
    if (H5Aexists(object, name) <= 0) return false;
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    const H5T_class_t family = H5Tget_class(type);
    const bool fits = number
                          ? family == H5T_INTEGER || family == H5T_FLOAT
                          : family == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Tget_size(type) < size;
    const bool ok = fits && H5Sget_simple_extent_npoints(space) == 1 &&
                    H5Aread(attribute, number ? H5T_NATIVE_DOUBLE : type, number ? (void *)number : text) >=
                        0;
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
    return ok;
}

void stored_attribute(hid_t object, const char *name, char *text, size_t size) {
    char whole[4200] = "";
    const bool ok = read_attribute(object, name, NULL, whole, sizeof whole);
    snprintf(text, size, "%s", ok ? whole : "");
}

/* Files of earlier versions have no such attributes: then the name tells. */
static void read_numbers(hid_t object, const char *name, SchemaNumbers *numbers) {
    static const char *const keys[] = {"s", "t", "gmsh"};
    double number = 0;
    schema_numbers(name, numbers);
    if (!read_attribute(object, "number", &number, NULL, 0) || !(number >= 1 && number < 1e9)) return;
    *numbers = (SchemaNumbers){.number = (int)number};
    stored_attribute(object, "kind", numbers->kind, sizeof numbers->kind);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !numbers->key[0]; i++)
        if (read_attribute(object, keys[i], &numbers->at, NULL, 0)) strcpy(numbers->key, keys[i]);
}

/* Takes the dataset over, if it is one that judder writes. */
static JudderErr take_set(const Stored *stored, hid_t dataset, const char *name, StoredSet *set) {
    *set = (StoredSet){.set = dataset, .type = -1};
    bool ok = set->set >= 0 && read_layout(set);
    if (ok) {
        const hid_t in_file = H5Dget_type(set->set);
        ok = in_file >= 0 && choose_type(set, in_file);
        if (in_file >= 0) H5Tclose(in_file);
    }
    ok = ok && read_shape(stored, set);
    if (ok && set->rank == 0) return JUDDER_OK;
    if (ok) {
        stored_attribute(set->set, "unit", set->unit, sizeof set->unit);
        stored_attribute(set->set, "columns", set->titles, sizeof set->titles);
        read_numbers(set->set, name, &set->numbers);
        return JUDDER_OK;
    }
    stored_set_close(set);
    return error_input(NULL, "%s: not a sound result of judder: the dataset \"%s\" has a wrong type or size",
                       stored->path, name);
}

JudderErr stored_set_open(const Stored *stored, hid_t group, const char *name, StoredSet *set) {
    return take_set(stored, is_only_link(stored, group, name) ? H5Dopen2(group, name, H5P_DEFAULT) : -1, name,
                    set);
}

JudderErr stored_open_link(const Stored *stored, const StoredLink *link, StoredSet *set, hid_t *group) {
    *set = (StoredSet){.set = -1, .type = -1};
    *group = -1;
    const hid_t object = H5Oopen_by_addr(stored->file, link->address);
    const H5I_type_t kind = object >= 0 ? H5Iget_type(object) : H5I_BADID;
    if (kind == H5I_GROUP) *group = object;
    if (kind == H5I_GROUP) return JUDDER_OK;
    if (kind == H5I_DATASET) return take_set(stored, object, link->name, set);
    if (object >= 0) H5Oclose(object);
    return stored_unsound(stored, "a group holds what cannot be opened");
}

void stored_set_close(StoredSet *set) {
    if (set->set >= 0) H5Dclose(set->set);
    if (set->type >= 0) H5Tclose(set->type);
    set->set = set->type = -1;
}

/* HDF5 believes the size that the index of chunks gives, which has no check sum, and would read beyond the
 * chunk. */
bool stored_index_sound(const Stored *stored, const StoredSet *set, hsize_t first, hsize_t count) {
    if (set->chunk == 0) return true;
    const hsize_t bytes = set->chunk * set->stored_cell;
    for (hsize_t at = first / set->chunk * set->chunk; at < first + count; at += set->chunk) {
        unsigned filters = 0;
        haddr_t address = HADDR_UNDEF;
        hsize_t size = 0;
        if (H5Dget_chunk_info_by_coord(set->set, &at, &filters, &address, &size) < 0 || size != bytes ||
            address > stored->bytes || bytes > stored->bytes - address) {
            return false;
        }
    }
    return true;
}

JudderErr stored_set_read(const Stored *stored, const StoredSet *set, hsize_t first, hsize_t count,
                          void *cells) {
    const hsize_t start[2] = {first, 0}, size[2] = {count, set->columns};
    if (!stored_index_sound(stored, set, first, count)) {
        return stored_unsound(stored, "the index of a dataset is damaged");
    }
    if (set->rank == 0) {
        const bool read = H5Dread(set->set, set->type, H5S_ALL, H5S_ALL, H5P_DEFAULT, cells) >= 0;
        return read ? JUDDER_OK : stored_unsound(stored, "data cannot be read");
    }
    const hid_t place = H5Dget_space(set->set), memory = H5Screate_simple(set->rank, size, NULL);
    const bool chosen = H5Sselect_hyperslab(place, H5S_SELECT_SET, start, NULL, size, NULL) >= 0;
    const bool ok = chosen && H5Dread(set->set, set->type, memory, place, H5P_DEFAULT, cells) >= 0;
    H5Sclose(memory);
    H5Sclose(place);
    return ok ? JUDDER_OK : stored_unsound(stored, "data cannot be read");
}
