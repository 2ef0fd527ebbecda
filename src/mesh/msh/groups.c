/* $PhysicalNames and $Entities: which physical groups there are, and which pieces of the geometry belong
 * to them. */
#include "mesh/msh/reader.h"

#include "base/array/grow.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

enum { MOST_GROUPS = 32 };

static JudderErr one_more(void *list, size_t *room, int count, size_t size) {
    REQUIRE(count < INT_MAX - 1 && grow(list, room, (size_t)count + 1, size), error_memory());
    return JUDDER_OK;
}

static JudderErr read_name(Reader *reader) {
    Source *source = &reader->source;
    MshGroups *groups = &reader->groups;
    int64_t dim, tag;
    char text[MSH_NAME_SIZE];
    TRY(source_text_int(source, &dim));
    REQUIRE(dim >= 0 && dim <= 3,
            source_error(source, "a physical group of dimension %" PRId64 ": 0 to 3 exist", dim));
    TRY(source_text_int(source, &tag));
    const int64_t place = source->word;
    TRY(source_quoted(source, text, sizeof text));
    TRY(one_more(&groups->name, &groups->name_room, groups->names, sizeof *groups->name));
    char *name = strdup(text);
    REQUIRE(name, error_memory());
    groups->name[groups->names++] = (MshName){(int)dim, tag, place, name};
    return JUDDER_OK;
}

/* Text in binary files, too. */
JudderErr reader_names(Reader *reader) {
    static const int least[2] = {7, 7};
    int64_t count;
    TRY(source_text_integer(&reader->source, &count));
    TRY(source_check_count(&reader->source, count, "physical names", least));
    for (int64_t i = 0; i < count; i++) TRY(read_name(reader));
    return JUDDER_OK;
}

/* Physical groups of an entity, each once; the sign tells an orientation, which does not matter here. The
 * limit keeps a small file from making very many facets. */
static JudderErr read_members(Reader *reader, int dim, int64_t tag) {
    Source *source = &reader->source;
    MshGroups *groups = &reader->groups;
    int64_t count, member;
    TRY(source_size(source, &count));
    REQUIRE(count >= 0 && count <= MOST_GROUPS,
            source_error(source, "an entity is in %" PRId64 " physical groups: 0 to %d can be", count,
                         MOST_GROUPS));
    TRY(one_more(&groups->entity, &groups->entity_room, groups->entities, sizeof *groups->entity));
    MshEntity *entity = &groups->entity[groups->entities++];
    *entity = (MshEntity){.dim = dim, .tag = (int)tag, .first = groups->members};
    for (int64_t i = 0; i < count; i++) {
        TRY(source_int(source, &member));
        REQUIRE(member != INT_MIN, source_error(source, "a physical group has an impossible number"));
        TRY(one_more(&groups->member, &groups->member_room, groups->members, sizeof *groups->member));
        bool known = false;
        for (int m = entity->first; m < groups->members; m++)
            known = known || groups->member[m] == abs((int)member);
        if (known) continue;
        groups->member[groups->members++] = abs((int)member);
        entity->count++;
    }
    return JUDDER_OK;
}

static JudderErr read_entity(Reader *reader, int dim) {
    static const int least[2] = {2, 4};
    int64_t tag, count;
    double real;
    TRY(source_int(&reader->source, &tag));
    for (int i = 0; i < (dim == 0 ? 3 : 6); i++) TRY(source_real(&reader->source, &real));
    TRY(read_members(reader, dim, tag));
    if (dim == 0) return JUDDER_OK;
    TRY(source_size(&reader->source, &count));
    TRY(source_check_count(&reader->source, count, "boundaries of an entity", least));
    for (int64_t i = 0; i < count; i++) TRY(source_int(&reader->source, &tag));
    return JUDDER_OK;
}

static int compare_entities(const void *a, const void *b) {
    const MshEntity *x = a, *y = b;
    if (x->dim != y->dim) return x->dim < y->dim ? -1 : 1;
    return x->tag < y->tag ? -1 : x->tag > y->tag;
}

JudderErr reader_entities(Reader *reader) {
    static const int least[4][2] = {{10, 36}, {16, 68}, {16, 68}, {16, 68}};
    MshGroups *groups = &reader->groups;
    int64_t count[4];
    for (int dim = 0; dim < 4; dim++) {
        TRY(source_size(&reader->source, &count[dim]));
        TRY(source_check_count(&reader->source, count[dim], "entities", least[dim]));
    }
    for (int dim = 0; dim < 4; dim++) {
        for (int64_t i = 0; i < count[dim]; i++) TRY(read_entity(reader, dim));
    }
    if (groups->entities)
        qsort(groups->entity, (size_t)groups->entities, sizeof *groups->entity, compare_entities);
    return JUDDER_OK;
}

const MshEntity *reader_entity(const Reader *reader, int dim, int64_t tag) {
    const MshEntity wanted = {.dim = dim, .tag = (int)tag};
    if (!reader->groups.entities) return NULL;
    return bsearch(&wanted, reader->groups.entity, (size_t)reader->groups.entities, sizeof wanted,
                   compare_entities);
}

int reader_run_groups(const Reader *reader, int dim, const PlaceRun *run, const int **group) {
    *group = &run->group;
    if (reader->version_2) return run->group != 0;
    const MshEntity *entity = reader_entity(reader, dim, run->group);
    if (!entity || !entity->count) return 0;
    *group = reader->groups.member + entity->first;
    return entity->count;
}
