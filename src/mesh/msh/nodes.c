/* $Nodes of both versions, and the way from the number of a node in the file to its position. */
#include "mesh/msh/reader.h"

#include "base/array/grow.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { PIECE = 1 << 15 }; /* nodes for which room is made at once at least */

static JudderErr nodes_make_room(MshNodes *nodes, int count) {
    REQUIRE(grow(&nodes->x, &nodes->room, (size_t)count, 3 * sizeof *nodes->x), error_memory());
    return JUDDER_OK;
}

static JudderErr add_tag(Reader *reader, int64_t tag, int64_t stride) {
    REQUIRE(tag >= 1 && tag <= MSH_MOST_TAG,
            source_error(&reader->source, "a node has the number %" PRId64 ": it must be positive", tag));
    return places_add(&reader->nodes.places,
                      &(PlaceRun){.tag = tag, .place = reader->source.word, .stride = stride});
}

/* position: of the node whose coordinates were just read, the first of which stood at `place`. */
static JudderErr check_finite(const Reader *reader, int position, int64_t place) {
    const double *x = reader->nodes.x + 3 * (size_t)position;
    if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])) return JUDDER_OK;
    return source_error_at(&reader->source, place,
                           "node %" PRId64 " has the coordinates %g %g %g: not finite numbers",
                           places_tag(&reader->nodes.places, position), x[0], x[1], x[2]);
}

static JudderErr read_position(Reader *reader, int position) {
    Source *source = &reader->source;
    double *x = reader->nodes.x + 3 * (size_t)position;
    TRY(source_real(source, &x[0]));
    const int64_t place = source->word;
    TRY(source_real(source, &x[1]));
    TRY(source_real(source, &x[2]));
    return check_finite(reader, position, place);
}

/* Coordinates of binary files lie as they are needed. */
static JudderErr read_piece(Reader *reader, int first, int count) {
    const int64_t place = source_position(&reader->source);
    TRY(source_bytes(&reader->source, reader->nodes.x + 3 * (size_t)first,
                     3 * sizeof(double) * (size_t)count));
    for (int i = 0; i < count; i++) TRY(check_finite(reader, first + i, place + 24 * i));
    return JUDDER_OK;
}

static JudderErr read_coordinates(Reader *reader, int first, int count, int parameters) {
    double parameter;
    for (int done = 0; done < count;) {
        const int piece = count - done < PIECE ? count - done : PIECE;
        TRY(nodes_make_room(&reader->nodes, first + done + piece));
        if (reader->source.binary && parameters == 0) {
            TRY(read_piece(reader, first + done, piece));
        } else {
            for (int i = 0; i < piece; i++) {
                TRY(read_position(reader, first + done + i));
                for (int p = 0; p < parameters; p++) TRY(source_real(&reader->source, &parameter));
            }
        }
        done += piece;
    }
    return JUDDER_OK;
}

/* The numbers of a block's nodes first, then their coordinates. */
static JudderErr read_block(Reader *reader, int64_t left, int64_t *read) {
    static const int least[2] = {8, 32};
    Source *source = &reader->source;
    int64_t dim, entity, parametric, count, tag;
    TRY(source_int(source, &dim));
    REQUIRE(dim >= 0 && dim <= 3, source_error(source, "a block of nodes has the dimension %" PRId64, dim));
    TRY(source_int(source, &entity));
    TRY(source_int(source, &parametric));
    REQUIRE(parametric == 0 || parametric == 1,
            source_error(source, "%" PRId64 " stands for parametric: 0 or 1", parametric));
    TRY(source_size(source, &count));
    TRY(source_check_count(source, count, "nodes", least));
    REQUIRE(count <= left, source_error(source, "the blocks have more nodes than $Nodes promised"));
    const int first = reader->nodes.places.count;
    for (int64_t i = 0; i < count; i++) {
        TRY(source_size(source, &tag));
        TRY(add_tag(reader, tag, source->binary ? 8 : 1));
    }
    *read = count;
    return read_coordinates(reader, first, (int)count, parametric ? (int)dim : 0);
}

static JudderErr read_version_2(Reader *reader) {
    static const int least[2] = {8, 28};
    Source *source = &reader->source;
    int64_t count, tag;
    TRY(source_text_integer(source, &count));
    TRY(source_check_count(source, count, "nodes", least));
    if (source->binary) source_skip_line(source);
    for (int64_t i = 0; i < count; i++) {
        TRY(source_int(source, &tag));
        TRY(add_tag(reader, tag, source->binary ? 28 : 1));
        TRY(nodes_make_room(&reader->nodes, reader->nodes.places.count));
        TRY(read_position(reader, reader->nodes.places.count - 1));
    }
    return JUDDER_OK;
}

static JudderErr repeated(const Reader *reader, int64_t tag, int position) {
    return source_error_at(&reader->source, places_place(&reader->nodes.places, position),
                           "node %" PRId64 " stands twice in $Nodes", tag);
}

static JudderErr index_dense(Reader *reader, int64_t range) {
    MshNodes *nodes = &reader->nodes;
    nodes->dense = calloc((size_t)range, sizeof *nodes->dense);
    REQUIRE(nodes->dense, error_memory());
    for (int r = 0; r < nodes->places.runs; r++) {
        const PlaceRun *run = &nodes->places.run[r];
        const int length = places_run_length(&nodes->places, r);
        int *at = nodes->dense + (run->tag - nodes->lowest);
        for (int i = 0; i < length; i++) {
            if (at[i]) return repeated(reader, run->tag + i, run->first + i);
            at[i] = run->first + i + 1;
        }
    }
    return JUDDER_OK;
}

static int compare_runs(const void *a, const void *b) {
    const TagRun *x = a, *y = b;
    if (x->tag != y->tag) return x->tag < y->tag ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static JudderErr index_sparse(Reader *reader) {
    MshNodes *nodes = &reader->nodes;
    const int runs = nodes->places.runs;
    nodes->by_tag = calloc((size_t)runs, sizeof *nodes->by_tag);
    REQUIRE(nodes->by_tag, error_memory());
    for (int r = 0; r < runs; r++) {
        const PlaceRun *run = &nodes->places.run[r];
        nodes->by_tag[r] = (TagRun){run->tag, run->first, places_run_length(&nodes->places, r)};
    }
    qsort(nodes->by_tag, (size_t)runs, sizeof *nodes->by_tag, compare_runs);
    for (int r = 1; r < runs; r++) {
        const TagRun *run = &nodes->by_tag[r];
        if (run[-1].tag + run[-1].length > run->tag) return repeated(reader, run->tag, run->first);
    }
    return JUDDER_OK;
}

static JudderErr index_tags(Reader *reader) {
    MshNodes *nodes = &reader->nodes;
    nodes->lowest = MSH_MOST_TAG + 1;
    for (int r = 0; r < nodes->places.runs; r++) {
        const PlaceRun *run = &nodes->places.run[r];
        const int64_t last = run->tag + places_run_length(&nodes->places, r) - 1;
        if (run->tag < nodes->lowest) nodes->lowest = run->tag;
        if (last > nodes->highest) nodes->highest = last;
    }
    const int64_t range = nodes->highest - nodes->lowest + 1;
    return range <= 4 * (int64_t)nodes->places.count + 1024 ? index_dense(reader, range)
                                                            : index_sparse(reader);
}

int reader_find_node(const MshNodes *nodes, int64_t tag) {
    if (tag < nodes->lowest || tag > nodes->highest) return -1;
    if (nodes->dense) return nodes->dense[tag - nodes->lowest] - 1;
    int low = 0, high = nodes->places.runs - 1;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (nodes->by_tag[middle].tag <= tag)
            low = middle;
        else
            high = middle - 1;
    }
    const TagRun *run = &nodes->by_tag[low];
    return tag >= run->tag && tag - run->tag < run->length ? run->first + (int)(tag - run->tag) : -1;
}

JudderErr reader_nodes(Reader *reader) {
    static const MshBlocks blocks = {.what = "nodes", .least = {8, 32}, .read = read_block};
    TRY(reader->version_2 ? read_version_2(reader) : reader_blocks(reader, &blocks));
    REQUIRE(reader->nodes.places.count > 0, source_error(&reader->source, "$Nodes has no nodes"));
    return index_tags(reader);
}
