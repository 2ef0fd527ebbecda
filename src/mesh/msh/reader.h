/* What is known of a .msh file while it is read. */
#ifndef JUDDER_MESH_MSH_READER_H
#define JUDDER_MESH_MSH_READER_H

#include "mesh/mesh.h"
#include "mesh/msh/places.h"
#include "mesh/msh/source.h"

typedef struct MshName {
    int dim;
    int64_t tag;
    int64_t place;
    char *name;
} MshName;

/* A piece of the geometry (4.1) and the physical groups to which it belongs. */
typedef struct MshEntity {
    int dim, tag;
    int first, count; /* in Groups.member */
} MshEntity;

typedef struct MshGroups {
    int names, entities, members;
    size_t name_room, entity_room, member_room;
    MshName *name;
    MshEntity *entity; /* sorted by dimension and tag once all are read */
    int *member;
} MshGroups;

typedef struct TagRun {
    int64_t tag;
    int first, length;
} TagRun;

typedef struct MshNodes {
    size_t room;
    double *x; /* three each */
    Places places;
    int64_t lowest, highest; /* tags */
    int *dense;              /* by tag - lowest: position counted from 1; NULL: tags are far apart, then: */
    TagRun *by_tag;          /* sorted, places.runs of them */
} MshNodes;

/* Those of one of element_kinds. */
typedef struct MshElements {
    size_t room; /* entries of node */
    int *node;   /* positions of nodes */
    Places places;
    int *kept; /* positions in the file after repeated cells were dropped; NULL: all are there */
    int cells; /* then */
} MshElements;

/* The element of a side's facet: its list and the position there. */
typedef struct SideOrigin {
    int shape, position;
} SideOrigin;

typedef struct Reader {
    Source source;
    bool version_2;
    MshGroups groups;
    MshNodes nodes;
    MshElements elements[ELEMENT_KINDS];
    bool has_names, has_entities, has_nodes, has_elements;
    bool links_sides;    /* there is a $Periodic */
    SideOrigin **origin; /* of each facet of each side */
    int sides;
} Reader;

enum { MSH_NAME_SIZE = 256 };
#define MSH_MOST_TAG ((int64_t)1000000000000000000)

/* $Nodes and $Elements of version 4 alike: blocks, each with a head. */
typedef struct MshBlocks {
    const char *what; /* "nodes" */
    int least[2];     /* bytes that one of them takes at least, as text and binary */
    JudderErr (*read)(Reader *reader, int64_t left, int64_t *read); /* a block; how many it had */
} MshBlocks;
JudderErr reader_blocks(Reader *reader, const MshBlocks *blocks);

JudderErr reader_names(Reader *reader);
JudderErr reader_entities(Reader *reader);
JudderErr reader_nodes(Reader *reader);
JudderErr reader_elements(Reader *reader);

/* The name of a kind of elements that cannot be used, or NULL. */
const char *reader_refused_kind(int64_t number);

/* The position of a node by its tag, or -1. */
int reader_find_node(const MshNodes *nodes, int64_t tag);
/* Physical groups of the elements of a run in that dimension; returns how many. */
int reader_run_groups(const Reader *reader, int dim, const PlaceRun *run, const int **group);
/* The entity of a dimension and tag, or NULL. */
const MshEntity *reader_entity(const Reader *reader, int dim, int64_t tag);

/* Number and place in the file of the element at a position of its list. */
int64_t reader_element_tag(const MshElements *list, int position);
int64_t reader_element_place(const MshElements *list, int position);

/* The mesh from all that was read; takes the arrays that it can use. */
JudderErr reader_assemble(Reader *reader, const char *const *sides, Mesh **mesh);
/* Turns physical groups into sides of a mesh that has its nodes and blocks. */
JudderErr reader_sides(Reader *reader, const char *const *sides, Mesh *mesh);
/* Drops cells that stand in the file once for each of their groups (2.2). */
JudderErr reader_drop_repeated(Reader *reader, int shape);

#endif
