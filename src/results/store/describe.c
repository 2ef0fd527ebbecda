#include "results/store/describe.h"

#include "results/store/dataset.h"

#include <stdio.h>

static bool write_number(hid_t object, const char *name, hid_t type, hid_t memory, const void *number) {
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool ok = attribute >= 0 && H5Awrite(attribute, memory, number) >= 0;
    if (attribute >= 0 && H5Aclose(attribute) < 0) ok = false;
    H5Sclose(space);
    return ok;
}

static bool describe_numbers(hid_t object, const char *name) {
    SchemaNumbers numbers;
    schema_numbers(name, &numbers);
    if (numbers.number == 0) return true;
    return attribute_write_text(object, "kind", numbers.kind) &&
           write_number(object, "number", H5T_STD_I64LE, H5T_NATIVE_INT, &numbers.number) &&
           (!numbers.key[0] ||
            write_number(object, numbers.key, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &numbers.at));
}

bool describe_object(hid_t object, const SchemaScope *scope, const char *name) {
    const SchemaTable *table = NULL;
    const SchemaEntry *entry = schema_find(scope, name, &table);
    if (scope->part != SCHEMA_VALUES && !describe_numbers(object, name)) return false;
    if (!entry) return true;
    if (entry->unit[0] && H5Aexists(object, "unit") <= 0 &&
        !attribute_write_text(object, "unit", entry->unit))
        return false;
    return attribute_write_text(object, "meaning", entry->meaning) &&
           (!table->codes || attribute_write_text(object, "states", table->codes));
}

typedef struct Describing {
    const SchemaScope *scope;
    const char *list; /* whose columns these are; "": none */
} Describing;

/* A value that the schema does not know is not even opened: there may be very many. */
static herr_t describe_link(hid_t group, const char *link, const H5L_info_t *info, void *context) {
    const Describing *d = context;
    char name[2 * LINK_NAME_SIZE];
    (void)info;
    snprintf(name, sizeof name, "%s%s%s", d->list, *d->list ? "." : "", link);
    if (!schema_find(d->scope, name, NULL)) return 0;
    const hid_t object = H5Oopen(group, link, H5P_DEFAULT);
    bool ok = object >= 0 && describe_object(object, d->scope, name);
    if (ok && !*d->list && H5Iget_type(object) == H5I_GROUP)
        ok = H5Literate(object, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, describe_link,
                        &(Describing){d->scope, name}) >= 0;
    if (object >= 0 && H5Oclose(object) < 0) ok = false;
    return ok ? 0 : -1;
}

bool describe_group(hid_t group, const SchemaScope *scope) {
    return H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, describe_link, &(Describing){scope, ""}) >=
           0;
}
