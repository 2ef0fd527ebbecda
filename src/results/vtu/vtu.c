/* Numbers stand behind the text, each array after its length in bytes (UInt64); "offset" counts from the
 * underscore. */
#include "results/vtu/vtu.h"

#include "results/place/output.h"
#include "results/vtu/xml.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 4096 };

typedef struct Writer {
    Output output;
    const VtuGrid *grid;
    const VtuField *fields;
    size_t count;
    int64_t cells, entries; /* of connectivity */
    uint64_t offset;        /* of the next array */
} Writer;

static int written_components(int components) {
    return components == 2 ? 3 : components;
}

static int64_t items_of(const Writer *writer, const VtuField *field) {
    return field->of_cells ? writer->cells : writer->grid->points;
}

static JudderErr vtu_check(Writer *writer) {
    const VtuGrid *grid = writer->grid;
    REQUIRE(grid->dim == 2 || grid->dim == 3,
            error_input(NULL, "a grid of dimension %d: 2 and 3 exist", grid->dim));
    for (int b = 0; b < grid->blocks; b++) {
        writer->cells += grid->block[b].cells;
        writer->entries += (int64_t)grid->block[b].type->nodes * grid->block[b].cells;
    }
    for (size_t f = 0; f < writer->count; f++) {
        const VtuField *field = &writer->fields[f];
        const int components = field->components;
        REQUIRE(components == 1 || components == 2 || components == 3 || components == 6 || components == 9,
                error_input(NULL, "field \"%s\" has %d components: 1, 2, 3, 6 and 9 can be written",
                            field->name, components));
        REQUIRE(!field->real != !field->whole,
                error_input(NULL, "field \"%s\" must have one kind of numbers", field->name));
    }
    return JUDDER_OK;
}

/* The head of an array; its numbers take their place behind those of the arrays before it. */
static void declare(Writer *writer, const char *type, const char *name, int components, uint64_t bytes) {
    fprintf(writer->output.file, "<DataArray type=\"%s\" Name=", type);
    xml_attribute(writer->output.file, name);
    if (components > 1) fprintf(writer->output.file, " NumberOfComponents=\"%d\"", components);
    fprintf(writer->output.file, " format=\"appended\" offset=\"%" PRIu64 "\"/>\n", writer->offset);
    writer->offset += sizeof(uint64_t) + bytes;
}

static uint64_t field_bytes(const Writer *writer, const VtuField *field) {
    const size_t size = field->real ? sizeof(double) : sizeof(int32_t);
    return (uint64_t)items_of(writer, field) * (uint64_t)written_components(field->components) * size;
}

static void declare_fields(Writer *writer, bool of_cells) {
    const char *tag = of_cells ? "CellData" : "PointData";
    fprintf(writer->output.file, "<%s>\n", tag);
    for (size_t f = 0; f < writer->count; f++) {
        const VtuField *field = &writer->fields[f];
        if (field->of_cells != of_cells) continue;
        declare(writer, field->real ? "Float64" : "Int32", field->name, written_components(field->components),
                field_bytes(writer, field));
    }
    fprintf(writer->output.file, "</%s>\n", tag);
}

static uint64_t point_bytes(const Writer *writer) {
    return 3 * sizeof(double) * (uint64_t)writer->grid->points;
}

static void write_head(Writer *writer) {
    FILE *file = writer->output.file;
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
          "byte_order=\"LittleEndian\" "
          "header_type=\"UInt64\">\n<UnstructuredGrid>\n",
          file);
    fprintf(file, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%" PRId64 "\">\n", writer->grid->points,
            writer->cells);
    declare_fields(writer, false);
    declare_fields(writer, true);
    fputs("<Points>\n", file);
    declare(writer, "Float64", "Points", 3, point_bytes(writer));
    fputs("</Points>\n<Cells>\n", file);
    declare(writer, "Int32", "connectivity", 1, sizeof(int32_t) * (uint64_t)writer->entries);
    declare(writer, "Int64", "offsets", 1, sizeof(int64_t) * (uint64_t)writer->cells);
    declare(writer, "UInt8", "types", 1, (uint64_t)writer->cells);
    fputs("</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_", file);
}

static void write_length(const Writer *writer, uint64_t bytes) {
    fwrite(&bytes, sizeof bytes, 1, writer->output.file);
}

/* Vectors in the plane get their third component. */
static void write_padded(const Writer *writer, const double *at, int64_t items) {
    double batch[3 * BATCH];
    for (int64_t done = 0; done < items;) {
        const int64_t part = items - done < BATCH ? items - done : BATCH;
        for (int64_t i = 0; i < part; i++) {
            batch[3 * i] = at[2 * (done + i)];
            batch[3 * i + 1] = at[2 * (done + i) + 1];
            batch[3 * i + 2] = 0;
        }
        fwrite(batch, 3 * sizeof *batch, (size_t)part, writer->output.file);
        done += part;
    }
}

static void write_padded_whole(const Writer *writer, const int *at, int64_t items) {
    for (int64_t i = 0; i < items; i++) {
        const int32_t item[3] = {at[2 * i], at[2 * i + 1], 0};
        fwrite(item, sizeof item, 1, writer->output.file);
    }
}

static void write_field(const Writer *writer, const VtuField *field) {
    const int64_t items = items_of(writer, field);
    write_length(writer, field_bytes(writer, field));
    if (field->components == 2 && field->real)
        write_padded(writer, field->real, items);
    else if (field->components == 2)
        write_padded_whole(writer, field->whole, items);
    else if (field->real)
        fwrite(field->real, sizeof *field->real, (size_t)(items * field->components), writer->output.file);
    else
        fwrite(field->whole, sizeof *field->whole, (size_t)(items * field->components), writer->output.file);
}

static void write_points(const Writer *writer) {
    const VtuGrid *grid = writer->grid;
    write_length(writer, point_bytes(writer));
    if (grid->dim == 2)
        write_padded(writer, grid->x, grid->points);
    else
        fwrite(grid->x, 3 * sizeof *grid->x, (size_t)grid->points, writer->output.file);
}

static void write_connectivity(const Writer *writer) {
    write_length(writer, sizeof(int32_t) * (uint64_t)writer->entries);
    for (int b = 0; b < writer->grid->blocks; b++) {
        const VtuCells *block = &writer->grid->block[b];
        const ElementType *type = block->type;
        const int *node = block->node;
        for (int c = 0; c < block->cells; c++, node += type->nodes) {
            int32_t cell[MOST_NODES];
            for (int i = 0; i < type->nodes; i++) cell[i] = node[type->vtk_order ? type->vtk_order[i] : i];
            fwrite(cell, sizeof *cell, (size_t)type->nodes, writer->output.file);
        }
    }
}

static void write_cells(const Writer *writer) {
    const VtuGrid *grid = writer->grid;
    FILE *file = writer->output.file;
    int64_t end = 0;
    write_connectivity(writer);
    write_length(writer, sizeof end * (uint64_t)writer->cells);
    for (int b = 0; b < grid->blocks; b++) {
        const int nodes = grid->block[b].type->nodes;
        for (int c = 0; c < grid->block[b].cells; c++) {
            end += nodes;
            fwrite(&end, sizeof end, 1, file);
        }
    }
    write_length(writer, (uint64_t)writer->cells);
    for (int b = 0; b < grid->blocks; b++) {
        const int vtk = grid->block[b].type->vtk;
        for (int c = 0; c < grid->block[b].cells; c++) putc_unlocked(vtk, file);
    }
}

JudderErr vtu_write(const PlaceWish *where, const VtuGrid *grid, const VtuField *fields, size_t count) {
    Writer writer = {.grid = grid, .fields = fields, .count = count};
    TRY(vtu_check(&writer));
    TRY(output_open(&writer.output, where));
    write_head(&writer);
    for (int of_cells = 0; of_cells < 2; of_cells++) {
        for (size_t f = 0; f < count; f++) {
            if (fields[f].of_cells == of_cells) write_field(&writer, &fields[f]);
        }
    }
    write_points(&writer);
    write_cells(&writer);
    fputs("\n</AppendedData>\n</VTKFile>\n", writer.output.file);
    return output_close(&writer.output);
}
