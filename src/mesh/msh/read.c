/* The file as a sequence of sections. */
#include "mesh/read.h"

#include "mesh/msh/reader.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Section {
    const char *name;
    JudderErr (*read)(Reader *reader);
} Section;

static const Section sections[] = {
    {"$PhysicalNames", reader_names},
    {"$Entities", reader_entities},
    {"$Nodes", reader_nodes},
    {"$Elements", reader_elements},
};

/* "$EndNodes" for "$Nodes". */
static void end_of(const char *section, char *end) {
    snprintf(end, SOURCE_WORD_SIZE, "$End%.100s", section + 1);
}

static JudderErr expect(Reader *reader, const char *wanted) {
    char word[SOURCE_WORD_SIZE];
    REQUIRE(source_word(&reader->source, word), source_ends(&reader->source));
    REQUIRE(strcmp(word, wanted) == 0, source_error(&reader->source, "%s is missing here", wanted));
    return JUDDER_OK;
}

static JudderErr check_order_of_bytes(Reader *reader) {
    int32_t one;
    const int64_t place = source_position(&reader->source);
    TRY(source_bytes(&reader->source, &one, sizeof one));
    REQUIRE(one != 0x01000000,
            source_error_at(&reader->source, place,
                            "the file is big-endian: save it on another machine, or as text"));
    REQUIRE(one == 1, source_error_at(&reader->source, place,
                                      "a binary file must have the number 1 here, not %" PRId32, one));
    return JUDDER_OK;
}

static JudderErr read_head(Reader *reader) {
    Source *source = &reader->source;
    char word[SOURCE_WORD_SIZE];
    int64_t binary, size;
    REQUIRE(source_word(source, word), source_ends(source));
    REQUIRE(strcmp(word, "$MeshFormat") == 0,
            source_error(source, "not a mesh of Gmsh: $MeshFormat is missing"));
    source->section = "$MeshFormat";
    REQUIRE(source_word(source, word), source_ends(source));
    reader->version_2 = strcmp(word, "2.2") == 0;
    REQUIRE(reader->version_2 || strcmp(word, "4.1") == 0,
            source_error(source, "version %.8s of the format is not read: 4.1 and 2.2 are", word));
    TRY(source_text_int(source, &binary));
    REQUIRE(binary == 0 || binary == 1,
            source_error(source, "file type %" PRId64 ": 0 (text) and 1 (binary) exist", binary));
    TRY(source_text_int(source, &size));
    REQUIRE(size == 8, source_error(source, "numbers of %" PRId64 " bytes: only those of 8 are read", size));
    source_skip_line(source);
    source->binary = binary == 1;
    if (source->binary) TRY(check_order_of_bytes(reader));
    TRY(expect(reader, "$EndMeshFormat"));
    source->section = NULL;
    return JUDDER_OK;
}

/* What a section needs before it, and that it comes once. */
static JudderErr check_sequence(Reader *reader, const Section *section) {
    bool *const seen[] = {&reader->has_names, &reader->has_entities, &reader->has_nodes,
                          &reader->has_elements};
    bool *own = seen[section - sections];
    REQUIRE(!*own, source_error(&reader->source, "a second %s", section->name));
    REQUIRE(own != &reader->has_entities || !reader->has_elements,
            source_error(&reader->source, "$Entities must stand before $Elements"));
    REQUIRE(own != &reader->has_elements || reader->has_nodes,
            source_error(&reader->source, "$Nodes must stand before $Elements"));
    *own = true;
    return JUDDER_OK;
}

/* Goes behind the end of a section of no interest, which may hold any bytes. */
static JudderErr skip_section(Reader *reader, const char *name) {
    Source *source = &reader->source;
    char end[SOURCE_WORD_SIZE];
    end_of(name, end);
    const size_t length = strlen(end);
    while (source_fill(source, length) >= length) {
        const unsigned char *found = memchr(source->at, '$', (size_t)(source->end - source->at));
        const unsigned char *stop = found ? found : source->end;
        for (; source->at < stop; source->at++) source->line += *source->at == '\n';
        if (!found || source_fill(source, length) < length) continue;
        if (memcmp(source->at, end, length) == 0) {
            source->at += length;
            return JUDDER_OK;
        }
        source->at++;
    }
    for (; source->at < source->end; source->at++) source->line += *source->at == '\n';
    return source_ends(source);
}

static JudderErr read_section(Reader *reader, const char *name) {
    Source *source = &reader->source;
    const Section *section = NULL;
    char end[SOURCE_WORD_SIZE];
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (strcmp(sections[i].name, name) == 0) section = &sections[i];
    }
    if (strcmp(name, "$PartitionedEntities") == 0)
        return source_error(source, "the mesh is partitioned: save it without partitions");
    if (strcmp(name, "$ParametricNodes") == 0)
        return source_error(source, "the nodes have parameters: save them without, or in version 4.1");
    if (strcmp(name, "$Periodic") == 0) reader->links_sides = true;
    if (section && section->read == reader_entities && reader->version_2) section = NULL;
    if (!section) return skip_section(reader, name);
    TRY(check_sequence(reader, section));
    source_skip_line(source);
    TRY(section->read(reader));
    end_of(name, end);
    return expect(reader, end);
}

static JudderErr read_file(Reader *reader, const char *const *sides, Mesh **mesh) {
    Source *source = &reader->source;
    char word[SOURCE_WORD_SIZE];
    TRY(read_head(reader));
    while (source_word(source, word)) {
        REQUIRE(*word == '$' && strncmp(word, "$End", 4) != 0,
                source_error(source, "a section must begin here, as $Nodes"));
        source->section = word;
        TRY(read_section(reader, word));
        source->section = NULL;
    }
    REQUIRE(!source->reason, source_ends(source));
    source->word = source->binary ? source_position(source) : source->line;
    REQUIRE(reader->has_nodes, source_error(source, "the file has no $Nodes"));
    REQUIRE(reader->has_elements, source_error(source, "the file has no $Elements"));
    TRY(reader_assemble(reader, sides, mesh));
    (*mesh)->links_unused = reader->links_sides;
    return JUDDER_OK;
}

static void reader_close(Reader *reader) {
    for (int i = 0; i < reader->groups.names; i++) free(reader->groups.name[i].name);
    free(reader->groups.name);
    free(reader->groups.entity);
    free(reader->groups.member);
    free(reader->nodes.x);
    free(reader->nodes.dense);
    free(reader->nodes.by_tag);
    places_close(&reader->nodes.places);
    for (int i = 0; i < ELEMENT_KINDS; i++) {
        free(reader->elements[i].node);
        free(reader->elements[i].kept);
        places_close(&reader->elements[i].places);
    }
    for (int s = 0; s < reader->sides; s++) free(reader->origin[s]);
    free(reader->origin);
    source_close(&reader->source);
}

static JudderErr read_all(Reader *reader, JudderErr err, const char *const *sides, Mesh **mesh) {
    *mesh = NULL;
    TRY(err);
    err = read_file(reader, sides, mesh);
    reader_close(reader);
    if (err != JUDDER_OK) mesh_destroy(mesh);
    return err;
}

JudderErr mesh_read_file(const char *name, FILE *file, const char *const *sides, Mesh **mesh) {
    Reader reader = {0};
    const JudderErr err = source_open(&reader.source, name, fcntl(fileno(file), F_DUPFD_CLOEXEC, 0));
    return read_all(&reader, err, sides, mesh);
}

JudderErr mesh_read(const char *path, const char *const *sides, Mesh **mesh) {
    Reader reader = {0};
    const JudderErr err = source_open(&reader.source, path, open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    return read_all(&reader, err, sides, mesh);
}

JudderErr mesh_read_bytes(const char *name, const void *bytes, size_t size, const char *const *sides,
                          Mesh **mesh) {
    Reader reader = {0};
    source_open_bytes(&reader.source, name, bytes, size);
    return read_all(&reader, JUDDER_OK, sides, mesh);
}
