/* A system given by its matrices, as a model of the program: its word and what it makes ready. */
#include "study/system/system_model.h"

#include "base/number/rounding.h"
#include "base/symmetric.h"
#include "small_motion/units.h"
#include "study/march/march.h"
#include "study/matrices.h"
#include "study/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_given(const Matrix *matrix) {
    return matrix->at || matrix->from.word;
}

/* A matrix of the order of the stiffness; left alone if it is not given. */
static JudderErr load_other(const Block *model, const char *key, const Matrix *matrix, int n, double **A) {
    if (!is_given(matrix)) return JUDDER_OK;
    int order = 0;
    TRY(matrix_load(model, key, matrix, A, &order));
    REQUIRE(order == n,
            block_refuse(model, key, "%s has %d rows and the stiffness %d: both must be of one order", key,
                         order, n));
    return JUDDER_OK;
}

static JudderErr load_damping(const Block *model, SystemPrepared *made) {
    const Matrix *damping = &made->params->damping;
    if (damping->from.word != &rayleigh_word)
        return load_other(model, "damping", damping, made->motion.n, &made->C);
    const Rayleigh *rayleigh = damping->from.params;
    const size_t square = (size_t)made->motion.n * (size_t)made->motion.n;
    REQUIRE(made->M || rayleigh->mass == 0,
            block_refuse(&damping->from, "mass", "rayleigh{} needs the mass, which is not given"));
    made->motion.parts = (SmallParts){rayleigh->mass, rayleigh->stiffness};
    made->C = calloc(3 * square, sizeof *made->C);
    REQUIRE(made->C, error_memory());
    made->C_low = made->C + square, made->C_D = made->C + 2 * square;
    for (size_t i = 0; i < square; i++) {
        const double m = made->M ? made->M[i] : 0, k = made->K[i], of_m = rayleigh->mass * m,
                     of_k = rayleigh->stiffness * k, sum = of_m + of_k,
                     rest[3] = {sum_error(of_m, of_k, sum), product_error(rayleigh->mass, m, of_m),
                                product_error(rayleigh->stiffness, k, of_k)};
        made->C[i] = sum;
        made->C_low[i] = rest[0] + rest[1] + rest[2];
        made->C_D[i] = rounding_gamma(2) * (fabs(rest[0]) + fabs(rest[1]) + fabs(rest[2]));
    }
    return JUDDER_OK;
}

static JudderErr copy_raw(int n, const double *A, double **raw);

/* What proofs are about: the numbers as they are in the case. */
static JudderErr keep_given(SystemPrepared *made) {
    const SmallMotion *motion = &made->motion;
    const size_t n = (size_t)motion->n, contacts = (size_t)motion->contacts;
    TRY(copy_raw(motion->n, motion->K, &made->given_K));
    TRY(copy_raw(motion->n, motion->M, &made->given_M));
    TRY(copy_raw(motion->n, motion->C, &made->given_C));
    made->given_contact = calloc(contacts + 1, sizeof *made->given_contact);
    made->given_load = calloc(n, sizeof *made->given_load);
    REQUIRE(made->given_contact && made->given_load, error_memory());
    if (contacts) memcpy(made->given_contact, made->contact, contacts * sizeof *made->contact);
    if (made->load) memcpy(made->given_load, made->load, n * sizeof *made->load);
    made->given = (SmallMotion){.n = motion->n,
                                .K = made->given_K,
                                .M = made->given_M,
                                .C = made->given_C,
                                .parts = motion->parts,
                                .contacts = motion->contacts,
                                .contact = made->given_contact,
                                .load = made->load ? made->given_load : NULL};
    return JUDDER_OK;
}

/* From the units of the case to those of computing. */
static JudderErr change_units(SystemPrepared *made) {
    const int n = made->motion.n;
    made->unit = calloc((size_t)n, sizeof *made->unit);
    REQUIRE(made->unit, error_memory());
    TRY(small_motion_units(&made->motion, made->unit));
    units_matrix(n, made->unit, made->K);
    units_matrix(n, made->unit, made->M);
    units_matrix(n, made->unit, made->C);
    units_matrix(n, made->unit, made->C_low);
    units_matrix(n, made->unit, made->C_D);
    units_load(n, made->unit, made->load);
    for (int i = 0; i < made->motion.contacts; i++) units_contact(made->unit, &made->contact[i]);
    return JUDDER_OK;
}

static JudderErr judge_matrices(SystemPrepared *made) {
    const int n = made->motion.n;
    bool semidefinite = true;
    if (made->C) TRY(small_motion_semidefinite(n, made->C, &semidefinite));
    made->feeds = !semidefinite;
    return JUDDER_OK;
}

static JudderErr load_rate(const Block *model, SystemPrepared *made) {
    const Numbers *load = &made->params->load;
    const size_t n = (size_t)made->motion.n;
    if (load->count == 0) return JUDDER_OK;
    REQUIRE(load->count == n,
            block_refuse(model, "load", "load has %zu numbers: needed are %zu, one for each dof", load->count,
                         n));
    made->motion.load = made->load = malloc(n * sizeof *made->load);
    REQUIRE(made->load, error_memory());
    memcpy(made->load, load->at, n * sizeof *made->load);
    return JUDDER_OK;
}

static JudderErr condense(SystemPrepared *made) {
    const int *which;
    TRY(condenser_create(&made->motion, &made->condenser));
    made->count = condenser_contacts(made->condenser, &which);
    made->position = calloc((size_t)made->count + 1, sizeof *made->position);
    made->mu = calloc((size_t)made->count + 1, sizeof *made->mu);
    made->rows = calloc((size_t)made->count + 1, sizeof *made->rows);
    REQUIRE(made->position && made->mu && made->rows, error_memory());
    for (int i = 0; i < made->count; i++) {
        made->position[i] = which[i] + 1;
        made->mu[i] = made->contact[which[i]].mu;
        made->rows[i] = made->unit[made->contact[which[i]].tangent];
    }
    return JUDDER_OK;
}

static bool asks_for(const SystemParams *p, const Word *study) {
    for (size_t i = 0; i < p->study.count; i++)
        if (p->study.at[i].word == study) return true;
    return false;
}

static JudderErr copy_raw(int n, const double *A, double **raw) {
    if (!A) return JUDDER_OK;
    const size_t bytes = (size_t)n * (size_t)n * sizeof *A;
    *raw = malloc(bytes);
    REQUIRE(*raw, error_memory());
    memcpy(*raw, A, bytes);
    return JUDDER_OK;
}

static JudderErr prepare_laws(SystemPrepared *made) {
    const BlockList *contacts = &made->params->contacts;
    for (; made->laws < contacts->count; made->laws++)
        TRY(law_prepare(&((const SystemContact *)contacts->at[made->laws].params)->friction));
    return JUDDER_OK;
}

/* Whether a study follows its motion. */
static bool moves(const SystemParams *p) {
    return asks_for(p, &march_word) || asks_for(p, &cycle_word);
}

/* The matrices of a march, in the units of the case. */
static JudderErr keep_raw(const Block *model, SystemPrepared *made) {
    REQUIRE(made->M, block_refuse(model, "mass", "a march needs the mass"));
    TRY(copy_raw(made->motion.n, made->K, &made->raw_K));
    TRY(copy_raw(made->motion.n, made->M, &made->raw_M));
    return copy_raw(made->motion.n, made->C, &made->raw_C);
}

static JudderErr make_ready(const Block *model, SystemPrepared *made) {
    const SystemParams *p = made->params;
    REQUIRE(!moves(p) || !p->contact_table,
            block_refuse(model, "contact_table", "a march takes its contacts from the case"));
    REQUIRE(!moves(p) || !system_is_large(model),
            block_refuse(model, "stiffness", "a march takes at most %d dofs", SMALL_MOTION_MOST));
    TRY(prepare_laws(made));
    if (system_is_large(model)) return system_make_large(model, made);
    TRY(matrix_load(model, "stiffness", &p->stiffness, &made->K, &made->motion.n));
    TRY(load_other(model, "mass", &p->mass, made->motion.n, &made->M));
    made->asymmetry = symmetric_mean(made->motion.n, made->K);
    if (made->M) made->mass_asymmetry = symmetric_mean(made->motion.n, made->M);
    TRY(load_damping(model, made));
    if (moves(p)) TRY(keep_raw(model, made));
    if (!asks_for(p, &stability_word)) return JUDDER_OK;
    made->motion.K = made->K;
    made->motion.M = made->M;
    made->motion.C = made->C;
    made->motion.C_low = made->C_low;
    made->motion.C_D = made->C_D;
    TRY(load_rate(model, made));
    TRY(system_read_contacts(model, made));
    TRY(block_locate(model, small_motion_check(&made->motion)));
    made->gyroscopic = made->C && symmetric_mean(made->motion.n, made->C) > symmetric_rounding;
    TRY(keep_given(made));
    TRY(change_units(made));
    TRY(judge_matrices(made));
    return block_locate(model, condense(made));
}

static void release(const Block *model, void **prepared) {
    const SystemParams *p = model->params;
    SystemPrepared *made = *prepared;
    if (!made) return;
    for (size_t i = 0; i < made->laws; i++)
        law_release(&((const SystemContact *)p->contacts.at[i].params)->friction);
    free(made->given_K);
    free(made->given_M);
    free(made->given_C);
    free(made->given_load);
    free(made->given_contact);
    free(made->raw_K);
    free(made->raw_M);
    free(made->raw_C);
    condenser_destroy(&made->condenser);
    system_large_destroy(&made->large);
    free(made->M);
    free(made->C);
    free(made->K);
    free(made->contact);
    free(made->position);
    free(made->mu);
    free(made->load);
    free(made->has_mu);
    free(made->line);
    free(made->unit);
    free(made->rows);
    free(made);
    *prepared = NULL;
}

static JudderErr prepare(const Block *model, void **prepared) {
    SystemPrepared *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->params = model->params;
    *prepared = made;
    const JudderErr err = make_ready(model, made);
    if (err != JUDDER_OK) release(model, prepared);
    return err;
}

static const ModelStudy system_studies[] = {SYSTEM_STUDIES(STUDY_ENTRY){0}};

static const char starter[] =
    "-- A system given by its matrices: which friction makes its equilibrium unstable, and how does it move "
    "then?\n"
    "-- Dofs count from 1. A normal dof points into the obstacle, so its reaction is negative; friction acts "
    "against "
    "the\n"
    "-- slip, so a tangential reaction is opposite to direction. Run it:  judder run case.lua\n"
    "local p = param{ mu = 0.4, k = 1 }                   -- judder run case.lua --set mu=0.6\n"
    "\n"
    "return system {\n"
    "  mass      = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} },   -- or matrix_market \"M.mtx\"\n"
    "  damping   = rayleigh{ stiffness = 0 },             -- or a matrix; for growth and flutter\n"
    "  stiffness = { {3, 2, 0.5}, {2, 2*p.k, 0.5}, {0.5, 0.5, 1} },\n"
    "  contacts  = {\n"
    "    { normal = 1, tangent = 2, state = \"slip\", direction = 1, mu = p.mu, reaction = {-1, -p.mu} },\n"
    "  },                                                 -- dof 3 is free; states: open, grazing, stuck, "
    "slip\n"
    "  load      = { 0, 0.1, 0 },                         -- rate of load, for rate = true\n"
    "  study     = stability{\n"
    "    critical_mu = true,                              -- least mu at which this state is unstable\n"
    "    growth  = { mu = 2 },                            -- how fast it leaves at that mu\n"
    "    rate    = true,                                  -- all responses to the load\n"
    "    classes = true,                                  -- is the response unique for every load?\n"
    "    flutter = { mu = p.mu, to = 2*Hz, up_to_mu = 2 },  -- vibrations about steady sliding\n"
    "  },\n"
    "}\n";

const Model system_model = {
    .word =
        {.name = "system",
         .kind = "model",
         .summary = "A system given by its matrices and its contacts: is its equilibrium with friction "
                    "stable, and how does "
                    "it move?",
         .reference = "ST-1",
         .papers = "pinto2004",
         .example = "system{ stiffness = { {4, 1}, {1, 1} }, contacts = { { normal = 1, tangent = 2, state = "
                    "\"slip\", direction = 1, mu = 0.4 } }, study = stability{ critical_mu = true } }",
         .params = system_params,
         .size = sizeof(SystemParams)},
    .studies = system_studies,
    .starter = starter,
    .prepare = prepare,
    .release = release,
    .march = &system_march_model,
    .companion = "judder-fe",
    .needs_companion = system_is_large,
    .recorded = system_recorded,
};
