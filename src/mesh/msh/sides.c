/* Physical groups of facets as sides of the mesh. Each of their elements must be a facet of exactly one
 * cell. */
#include "mesh/facets.h"
#include "mesh/msh/choice.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct Matching {
    Reader *reader;
    Mesh *mesh;
    Choice choice;
    FacetTable table;
    int *work; /* one number for each node, zero */
    int *used; /* for each facet of the table: the last side that took it, counted from 1 */
} Matching;

/* Tells the sides of all facets: counts them, or, once there is room, writes them down. */
static void list_origins(Matching *matching, bool write) {
    const Reader *reader = matching->reader;
    const int dim = matching->mesh->dim - 1;
    for (int shape = 0; shape < ELEMENT_KINDS; shape++) {
        const Places *places = &reader->elements[shape].places;
        for (int r = 0; element_kinds[shape]->dim == dim && r < places->runs; r++) {
            const int *group, first = places->run[r].first, length = places_run_length(places, r);
            const int groups = reader_run_groups(reader, dim, &places->run[r], &group);
            for (int g = 0; g < groups; g++) {
                const Chosen *chosen = choice_side(&matching->choice, group[g]);
                if (!chosen) continue;
                MeshSide *side = &matching->mesh->side[chosen->side];
                for (int i = 0; write && i < length; i++)
                    reader->origin[chosen->side][side->facets + i] = (SideOrigin){shape, first + i};
                side->facets += length;
            }
        }
    }
}

static JudderErr allocate(Matching *matching) {
    Reader *reader = matching->reader;
    Mesh *mesh = matching->mesh;
    const size_t sides = (size_t)matching->choice.count;
    mesh->side = calloc(sides + 1, sizeof *mesh->side);
    reader->origin = calloc(sides + 1, sizeof *reader->origin);
    matching->work = calloc((size_t)mesh->nodes, sizeof *matching->work);
    REQUIRE(mesh->side && reader->origin && matching->work, error_memory());
    reader->sides = mesh->sides = (int)sides;
    for (size_t i = 0; i < sides; i++) {
        Chosen *chosen = &matching->choice.at[i];
        mesh->side[chosen->side].name = chosen->name;
        chosen->name = NULL;
    }
    list_origins(matching, false);
    size_t total = 0;
    for (size_t s = 0; s < sides; s++) {
        const size_t count = (size_t)mesh->side[s].facets;
        total += count;
        mesh->side[s].facet = calloc(count + 1, sizeof *mesh->side[s].facet);
        mesh->side[s].facets = 0;
        reader->origin[s] = calloc(count + 1, sizeof *reader->origin[s]);
        REQUIRE(mesh->side[s].facet && reader->origin[s], error_memory());
    }
    matching->used = calloc(total + 1, sizeof *matching->used);
    REQUIRE(matching->used, error_memory());
    return facet_table_open(&matching->table, total);
}

static const int *nodes_of(const Matching *matching, SideOrigin origin) {
    const size_t nodes = (size_t)element_kinds[origin.shape]->nodes;
    return matching->reader->elements[origin.shape].node + (size_t)origin.position * nodes;
}

static int entry_of(Matching *matching, SideOrigin origin) {
    return facet_table_add(&matching->table, nodes_of(matching, origin), element_kinds[origin.shape]->corners,
                           NULL);
}

static JudderErr refuse(const Matching *matching, int s, SideOrigin origin, const char *text) {
    const Reader *reader = matching->reader;
    const MshElements *list = &reader->elements[origin.shape];
    return source_error_at(&reader->source, reader_element_place(list, origin.position),
                           "element %" PRId64 " (%s) of the side \"%s\" %s",
                           reader_element_tag(list, origin.position), element_kinds[origin.shape]->kind,
                           matching->mesh->side[s].name, text);
}

/* The middles of edges must be those of the cell, too. */
static bool same_nodes(const Matching *matching, SideOrigin origin, MeshFacet facet) {
    int node[MOST_FACET_NODES];
    const int *given = nodes_of(matching, origin);
    const ElementType *type = mesh_facet_nodes(matching->mesh, facet, node);
    if (type->facet_type->gmsh != element_kinds[origin.shape]->gmsh) return false;
    for (int i = 0; i < type->facet_type->nodes; i++) {
        bool found = false;
        for (int j = 0; j < type->facet_type->nodes; j++) found = found || given[i] == node[j];
        if (!found) return false;
    }
    return true;
}

static JudderErr match_side(Matching *matching, int s, int count) {
    MeshSide *side = &matching->mesh->side[s];
    SideOrigin *origin = matching->reader->origin[s];
    for (int i = 0; i < count; i++) {
        const int entry = entry_of(matching, origin[i]);
        const FacetEntry *found = &matching->table.entry[entry];
        REQUIRE(found->cells > 0, refuse(matching, s, origin[i], "is no facet of any cell"));
        REQUIRE(found->cells == 1,
                refuse(matching, s, origin[i], "lies inside the body: two cells share it"));
        REQUIRE(same_nodes(matching, origin[i], found->of),
                refuse(matching, s, origin[i], "has other nodes between the corners than its cell"));
        if (matching->used[entry] == s + 1) continue; /* named twice in its group: counts once */
        matching->used[entry] = s + 1;
        origin[side->facets] = origin[i];
        side->facet[side->facets++] = found->of;
    }
    return mesh_side_close(matching->mesh, side, matching->work);
}

static JudderErr refuse_empty(const Matching *matching, int s) {
    for (int i = 0; i < matching->choice.count; i++) {
        const Chosen *chosen = &matching->choice.at[i];
        if (chosen->side != s) continue;
        return source_error_at(&matching->reader->source, chosen->place,
                               "the physical group \"%s\" has no elements", matching->mesh->side[s].name);
    }
    return JUDDER_OK;
}

static JudderErr match(Matching *matching) {
    Mesh *mesh = matching->mesh;
    TRY(allocate(matching));
    list_origins(matching, true);
    for (int s = 0; s < mesh->sides; s++) {
        REQUIRE(mesh->side[s].facets > 0, refuse_empty(matching, s));
        for (int i = 0; i < mesh->side[s].facets; i++) entry_of(matching, matching->reader->origin[s][i]);
    }
    facet_table_match(&matching->table, mesh, matching->work);
    for (int s = 0; s < mesh->sides; s++) {
        const int count = mesh->side[s].facets;
        mesh->side[s].facets = 0;
        TRY(match_side(matching, s, count));
    }
    return JUDDER_OK;
}

JudderErr reader_sides(Reader *reader, const char *const *sides, Mesh *mesh) {
    Matching matching = {.reader = reader, .mesh = mesh};
    JudderErr err = choice_open(reader, mesh->dim - 1, sides, &matching.choice);
    if (err == JUDDER_OK) err = match(&matching);
    choice_close(&matching.choice);
    facet_table_close(&matching.table);
    free(matching.work);
    free(matching.used);
    return err;
}
