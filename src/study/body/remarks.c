#include "study/body/remarks.h"

#include "element/element.h"
#include "study/stability/stability.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void remark(StudyRun *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void remark(StudyRun *run, const char *format, ...) {
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    study_note(run, "; %s", text);
    log_note(run->log, "%s", text);
}

/* --- the contact side --- */

static const double *node_at(const Mesh *mesh, int node) {
    return mesh->x + (long)node * mesh->dim;
}

static void obstacle_normal(const BodyPrepared *made, double n[3]) {
    const Numbers *given = &made->params->contact.normal;
    double length = 0;
    n[0] = n[1] = n[2] = 0;
    if (given->count == 0) mesh_side_area(made->mesh, made->contact_side, n);
    for (size_t i = 0; i < 3; i++) {
        n[i] = i < given->count ? given->at[i] : -n[i];
        length += n[i] * n[i];
    }
    for (int i = 0; i < 3 && length > 0; i++) n[i] /= sqrt(length);
}

BodyFlatness body_flatness(const BodyPrepared *made) {
    const Mesh *mesh = made->mesh;
    const MeshSide *side = made->contact_side;
    BodyFlatness flat = {0};
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY},
           lowest = INFINITY, highest = -INFINITY;
    obstacle_normal(made, flat.normal);
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < side->nodes; k++) {
            const double *x = node_at(mesh, side->node[k]);
            double height = 0;
            for (int i = 0; i < mesh->dim; i++) height += flat.normal[i] * x[i];
            if (pass == 1) {
                flat.touching += height <= lowest + 1e-9 * flat.extent;
                continue;
            }
            lowest = fmin(lowest, height), highest = fmax(highest, height);
            for (int i = 0; i < mesh->dim; i++) low[i] = fmin(low[i], x[i]), high[i] = fmax(high[i], x[i]);
            flat.departs = highest - lowest;
            for (int i = 0; i < mesh->dim; i++) flat.extent = fmax(flat.extent, high[i] - low[i]);
        }
    return flat;
}

static void remark_side(StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const BodyFlatness flat = body_flatness(made);
    if (!(flat.departs > 1e-9 * flat.extent)) return;
    const bool imposed = made->params->contact.state != BODY_STATE_PATH;
    remark(run,
           "the side %s is not flat, its obstacle is: nodes lie up to %.3g m (%.2g of its length) above it, "
           "and %d of %d touch it at first%s",
           made->contact_side->name, flat.departs, flat.departs / flat.extent, flat.touching,
           made->contact_side->nodes,
           imposed ? "; contact.state makes all of them slide on it all the same" : "");
}

const char *body_uneven_elements(const BodyPrepared *made) {
    const MeshSide *side = made->contact_side;
    for (int f = 0; side && f < side->facets; f++) {
        const ElementType *type = made->mesh->block[side->facet[f].block].type;
        if (type->dim == 3 && type->facet_type->nodes > type->facet_type->corners) return type->name;
    }
    return NULL;
}

static void remark_elements(StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const char *uneven = body_uneven_elements(made);
    if (uneven)
        remark(run,
               "the contact side has tetrahedra of second order (%s), on whose corners a uniform pressure "
               "puts no force: some nodes will seem open and pressures uneven, and growth rates may be far "
               "off; take P1 or Q1",
               uneven);
}

/* --- waves --- */

static double cell_spacing(const Mesh *mesh, const ElementType *type, const int *node) {
    double longest = 0;
    for (int a = 0; a < type->corners; a++)
        for (int b = a + 1; b < type->corners; b++) {
            const double *x = node_at(mesh, node[a]), *y = node_at(mesh, node[b]);
            double square = 0;
            for (int i = 0; i < mesh->dim; i++) square += (x[i] - y[i]) * (x[i] - y[i]);
            longest = fmax(longest, sqrt(square));
        }
    /* Of a quadrilateral or a hexahedron the longest line is a diagonal. */
    if (type->corners == 4 && type->dim == 2) longest /= sqrt(2);
    if (type->corners == 8) longest /= sqrt(3);
    return type->nodes > type->corners ? longest / 2 : longest;
}

BodyWaves body_waves(const BodyPrepared *made) {
    const Elastic *p = made->params->material.params;
    const Mesh *mesh = made->mesh;
    const bool lame = !isnan(p->G);
    const double nu = lame ? p->lambda / (2 * (p->lambda + p->G)) : p->nu,
                 G = lame ? p->G : p->E / (2 * (1 + p->nu));
    BodyWaves waves = {.shear = sqrt(G / p->rho)};
    double sum = 0, weights = 0;
    /* The usual approximation of the root of Rayleigh's equation. */
    waves.rayleigh = waves.shear * (0.862 + 1.14 * nu) / (1 + nu);
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        for (long c = 0; c < block->cells; c++) {
            const double size = cell_spacing(mesh, block->type, block->node + c * block->type->nodes),
                         weight = pow(size, mesh->dim);
            sum += size * weight, weights += weight;
        }
    }
    waves.spacing = sum / weights;
    return waves;
}

double body_frequency(const BodyWaves *waves, double distances) {
    return waves->rayleigh / (distances * waves->spacing);
}

/* Solids have densities and speeds of sound of their own; the number 1 is one without units. */
static void remark_units(StudyRun *run, const BodyWaves *waves) {
    static const double light = 10, heavy = 3e4, slow = 1, fast = 2e4;
    const Elastic *p = ((const BodyPrepared *)run->prepared)->params->material.params;
    if (p->rho == 1) return;
    if (p->rho < light || p->rho > heavy)
        remark(run, "rho = %g: solids have %g to %g kg/m3", p->rho, light, heavy);
    if (waves->shear < slow || waves->shear > fast)
        remark(run,
               "shear waves would travel at %.3g m/s, in solids they do at %g to %g: are E and rho in "
               "Pa and kg/m3?",
               waves->shear, slow, fast);
}

/* No body of this box that is held somewhere swings much slower: a fifth of what a slender cantilever does,
 * the shortest side being its thickness, Hz. */
static double slowest(const Mesh *mesh, const BodyWaves *waves) {
    double longest = 0, shortest = INFINITY;
    for (int i = 0; i < mesh->dim; i++) {
        double low = INFINITY, high = -INFINITY;
        for (int n = 0; n < mesh->nodes; n++) {
            low = fmin(low, node_at(mesh, n)[i]);
            high = fmax(high, node_at(mesh, n)[i]);
        }
        longest = fmax(longest, high - low), shortest = fmin(shortest, high - low);
    }
    return 0.05 * waves->shear * shortest / (longest * longest);
}

static void remark_band(StudyRun *run, const BodyWaves *waves) {
    const StabilityFlutter *p = &((const Stability *)run->study->params)->flutter;
    const double floor = slowest(((const BodyPrepared *)run->prepared)->mesh, waves);
    if (p->to < floor)
        remark(run,
               "the band ends at %g Hz, and a body of this size and material swings at %.3g Hz or faster: "
               "are E, rho and the mesh in SI units?",
               p->to, floor);
    const double resolved = body_frequency(waves, BODY_RESOLVED);
    if (!isfinite(p->to) || p->to <= resolved) return;
    remark(run,
           "the band goes to %g Hz, where a surface wave is %.2g distances of nodes long: this mesh shows "
           "waves up to "
           "%.3g Hz as they are",
           p->to, waves->rayleigh / (p->to * waves->spacing), resolved);
}

/* --- pieces --- */

static JudderErr remark_pieces(StudyRun *run) {
    BodyPieces pieces;
    TRY(body_pieces(run->prepared, NULL, 0, &pieces));
    if (pieces.count < 2 || pieces.loose == 0) return JUDDER_OK;
    remark(run,
           "%d of the %d pieces of the mesh no fixed side holds, the first with %d nodes, one at (%.3g, "
           "%.3g, %.3g)",
           pieces.loose, pieces.count, pieces.loose_nodes, pieces.at[0], pieces.at[1], pieces.at[2]);
    return JUDDER_OK;
}

JudderErr body_remark(StudyRun *run) {
    const bool stability = run->study->word == &stability_word,
               flutter = stability && block_gives(run->study, "flutter"),
               growth = stability && block_gives(run->study, "growth");
    if (run->study == run->all->at) {
        body_remark_mesh(run);
        if (((const BodyPrepared *)run->prepared)->contact_side) remark_side(run);
        remark_elements(run);
        TRY(remark_pieces(run));
    }
    if (!flutter && !growth) return JUDDER_OK;
    const BodyWaves waves = body_waves(run->prepared);
    remark_units(run, &waves);
    if (flutter) remark_band(run, &waves);
    return JUDDER_OK;
}
