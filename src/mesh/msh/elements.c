/* $Elements of both versions. */
#include "mesh/msh/reader.h"

#include "base/array/grow.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* tag: of the element if it is known, else negative. */
static JudderErr find_shape(const Reader *reader, int64_t number, int64_t tag, int *shape) {
    char element[40] = "";
    if (tag >= 0) snprintf(element, sizeof element, "element %" PRId64 ": ", tag);
    *shape = 0;
    while (*shape < ELEMENT_KINDS && element_kinds[*shape]->gmsh != number) ++*shape;
    const char *refused = *shape < ELEMENT_KINDS ? NULL : reader_refused_kind(number);
    REQUIRE(*shape < ELEMENT_KINDS || refused,
            source_error(&reader->source, "%selement type %" PRId64 " is not known", element, number));
    REQUIRE(!refused, source_error(&reader->source,
                                   "%sa %s (element type %" PRId64
                                   ") cannot be used: triangles and tetrahedra of first or "
                                   "second order, quadrilaterals and hexahedra of first order can",
                                   element, refused, number));
    return JUDDER_OK;
}

/* The element whose number was just read, and whose nodes follow: int (2.2) or size_t (4.1). */
static JudderErr read_element(Reader *reader, int shape, const PlaceRun *item) {
    MshElements *list = &reader->elements[shape];
    Source *source = &reader->source;
    const int count = element_kinds[shape]->nodes;
    REQUIRE(item->tag >= 0 && item->tag <= MSH_MOST_TAG,
            source_error(source, "an element has the number %" PRId64, item->tag));
    const size_t used = (size_t)list->places.count * (size_t)count;
    REQUIRE(grow(&list->node, &list->room, used + (size_t)count, sizeof *list->node), error_memory());
    int *node = list->node + used;
    for (int i = 0; i < count; i++) {
        int64_t tag;
        TRY(reader->version_2 ? source_int(source, &tag) : source_size(source, &tag));
        node[i] = reader_find_node(&reader->nodes, tag);
        REQUIRE(node[i] >= 0,
                source_error(source, "element %" PRId64 " (%s) has the node %" PRId64 ", which $Nodes lacks",
                             item->tag, element_kinds[shape]->kind, tag));
    }
    REQUIRE(list->places.count < INT_MAX - 1, error_memory());
    return places_add(&list->places, item);
}

static JudderErr read_block(Reader *reader, int64_t left, int64_t *read) {
    Source *source = &reader->source;
    int64_t dim, entity, number, count;
    int shape;
    TRY(source_int(source, &dim));
    TRY(source_int(source, &entity));
    const int64_t entity_place = source->word;
    TRY(source_int(source, &number));
    TRY(find_shape(reader, number, -1, &shape));
    const ElementType *of = element_kinds[shape];
    REQUIRE(dim == of->dim,
            source_error(source, "a block of dimension %" PRId64 " has elements of type %s", dim, of->kind));
    REQUIRE(!reader->has_entities || reader_entity(reader, of->dim, entity),
            source_error_at(source, entity_place,
                            "a block belongs to entity %" PRId64 " of dimension %" PRId64
                            ", which $Entities lacks",
                            entity, dim));
    const int least[2] = {2 * (1 + of->nodes), 8 * (1 + of->nodes)};
    TRY(source_size(source, &count));
    TRY(source_check_count(source, count, "elements", least));
    REQUIRE(count <= left, source_error(source, "the blocks have more elements than $Elements promised"));
    PlaceRun item = {.group = (int)entity, .stride = source->binary ? least[1] : 1};
    for (int64_t i = 0; i < count; i++) {
        TRY(source_size(source, &item.tag));
        item.place = source->word;
        TRY(read_element(reader, shape, &item));
    }
    *read = count;
    return JUDDER_OK;
}

/* The first of the tags is the physical group; its sign tells an orientation, which does not matter here. */
static JudderErr read_tags(Source *source, int64_t tags, int *group) {
    *group = 0;
    for (int64_t i = 0; i < tags; i++) {
        int64_t tag;
        TRY(source_int(source, &tag));
        REQUIRE(tag != INT_MIN, source_error(source, "a physical group has an impossible number"));
        if (i == 0) *group = abs((int)tag);
    }
    return JUDDER_OK;
}

static JudderErr check_tags(const Source *source, int64_t tags) {
    static const int least[2] = {2, 4};
    return source_check_count(source, tags, "tags of an element", least);
}

static JudderErr read_line(Reader *reader) {
    Source *source = &reader->source;
    PlaceRun item = {.stride = 1};
    int64_t number, tags;
    int shape;
    TRY(source_int(source, &item.tag));
    item.place = source->word;
    TRY(source_int(source, &number));
    TRY(find_shape(reader, number, item.tag, &shape));
    TRY(source_int(source, &tags));
    TRY(check_tags(source, tags));
    TRY(read_tags(source, tags, &item.group));
    return read_element(reader, shape, &item);
}

/* Binary: elements of one type and number of tags behind a head of three numbers. */
static JudderErr read_batch(Reader *reader, int64_t left, int64_t *read) {
    Source *source = &reader->source;
    PlaceRun item = {0};
    int64_t number, count, tags;
    int shape;
    TRY(source_int(source, &number));
    TRY(find_shape(reader, number, -1, &shape));
    TRY(source_int(source, &count));
    REQUIRE(count >= 1 && count <= left,
            source_error(source, "a batch of %" PRId64 " elements, where 1 to %" PRId64 " are left", count,
                         left));
    TRY(source_int(source, &tags));
    TRY(check_tags(source, tags));
    item.stride = 4 * (1 + tags + element_kinds[shape]->nodes);
    for (int64_t i = 0; i < count; i++) {
        TRY(source_int(source, &item.tag));
        item.place = source->word;
        TRY(read_tags(source, tags, &item.group));
        TRY(read_element(reader, shape, &item));
    }
    *read = count;
    return JUDDER_OK;
}

static JudderErr read_version_2(Reader *reader) {
    static const int least[2] = {8, 8};
    Source *source = &reader->source;
    int64_t count, read = 0;
    TRY(source_text_integer(source, &count));
    TRY(source_check_count(source, count, "elements", least));
    if (source->binary) source_skip_line(source);
    for (int64_t left = count; left > 0; left -= read) {
        read = 1;
        TRY(source->binary ? read_batch(reader, left, &read) : read_line(reader));
    }
    return JUDDER_OK;
}

JudderErr reader_elements(Reader *reader) {
    static const MshBlocks blocks = {.what = "elements", .least = {4, 16}, .read = read_block};
    return reader->version_2 ? read_version_2(reader) : reader_blocks(reader, &blocks);
}

static int in_file(const MshElements *list, int position) {
    return list->kept ? list->kept[position] : position;
}
int64_t reader_element_tag(const MshElements *list, int position) {
    return places_tag(&list->places, in_file(list, position));
}
int64_t reader_element_place(const MshElements *list, int position) {
    return places_place(&list->places, in_file(list, position));
}
