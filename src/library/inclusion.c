/* The scalar inclusion and its graph. (DI-1)-(DI-5) */
#include "judder/inclusion.h"

#include "inclusion/inclusion.h"
#include "library/law.h"
#include "library/motion.h"
#include "study/model.h"
#include "study/words.h"

#include <math.h>
#include <stdlib.h>

struct judder_graph {
    Graph *graph;
    Owned owned;
};

static judder_status finish_graph(JudderErr err, judder_graph **graph) {
    if (err != JUDDER_OK) judder_graph_destroy(graph);
    return status_of(err);
}

static JudderErr create_graph(double impedance, double pressure, const judder_law *law,
                              judder_graph **graph) {
    TRY(check_given(law, "law"));
    TRY(check_number(&inclusion_model.word, "impedance", impedance));
    TRY(check_number(&inclusion_model.word, "pressure", pressure));
    REQUIRE(!law->thermal,
            error_input("law", "mu depends on the temperature: the inclusion has only the slip speed"));
    *graph = calloc(1, sizeof **graph);
    REQUIRE(*graph, error_memory());
    return graph_create_from_law(impedance, pressure, friction_of(law), &(*graph)->graph);
}

judder_status judder_graph_create(double impedance, double pressure, const judder_law *law,
                                  judder_graph **graph) {
    if (!is_given(graph, "graph")) return JUDDER_STATUS_INPUT;
    *graph = NULL;
    return finish_graph(create_graph(impedance, pressure, law, graph), graph);
}

static JudderErr create_points(const double *points, size_t count, judder_graph **graph) {
    TRY(check_given(points, "points"));
    for (size_t i = 0; i < 2 * count; i++)
        REQUIRE(isfinite(points[i]), error_input("points", "point %zu is no number", i / 2 + 1));
    *graph = calloc(1, sizeof **graph);
    REQUIRE(*graph, error_memory());
    return graph_create_from_points(points, count, &(*graph)->graph);
}

judder_status judder_graph_create_points(const double *points, size_t count, judder_graph **graph) {
    if (!is_given(graph, "graph")) return JUDDER_STATUS_INPUT;
    *graph = NULL;
    return finish_graph(create_points(points, count, graph), graph);
}

void judder_graph_destroy(judder_graph **graph) {
    if (!graph || !*graph) return;
    graph_destroy(&(*graph)->graph);
    arena_release(&(*graph)->owned);
    free(*graph);
    *graph = NULL;
}

size_t judder_graph_roots(const judder_graph *graph, double load, judder_root *roots, size_t room) {
    if (!is_given(graph, "graph")) return 0;
    const size_t count = graph_roots(graph->graph, load, NULL, 0);
    if (!roots || room == 0) return count;
    GraphRoot *found = malloc((count + 1) * sizeof *found);
    if (!found) return error_memory(), 0;
    graph_roots(graph->graph, load, found, count);
    for (size_t i = 0; i < count && i < room; i++)
        roots[i] = (judder_root){found[i].v, (judder_root_kind)found[i].kind};
    free(found);
    return count;
}

void judder_graph_interval(const judder_graph *graph, double v, double *low, double *high) {
    double interval[2] = {NAN, NAN};
    if (is_given(graph, "graph")) graph_interval(graph->graph, v, &interval[0], &interval[1]);
    if (low) *low = interval[0];
    if (high) *high = interval[1];
}

double judder_graph_residual(const judder_graph *graph, double load, double v) {
    return is_given(graph, "graph") ? graph_residual(graph->graph, load, v) : NAN;
}

struct judder_inclusion {
    InclusionSetup setup;
    Inclusion *motion;
    Signal load;
    Watched watched;
    bool advanced;
    double last; /* time of the last advance */
    Owned owned;
};

#define NUMBER(member, word, rule)                                                                           \
    SETUP_NUMBER(judder_inclusion_setup, member, judder_inclusion, setup.member, word, #member, rule)

const SetupField inclusion_fields[] = {
    SETUP_SIGNALS(judder_inclusion_setup, load, judder_inclusion, load, &inclusion_model.word, "load",
                  SETUP_ALWAYS),
    NUMBER(start, &inclusion_model.word, SETUP_ALWAYS),
    NUMBER(epsilon, &mass_word, SETUP_OR_NONE),
    SETUP_CHOICE(judder_inclusion_setup, implicit, &inclusion_model.word, "method", NULL),
    NUMBER(final, &march_word, SETUP_ALWAYS),
    NUMBER(step, &march_word, SETUP_ALWAYS),
    SETUP_OTHER(judder_inclusion_setup, graph, &inclusion_model.word, "graph"),
    SETUP_OTHER(judder_inclusion_setup, jumps, &inclusion_model.word, "jumps"),
    SETUP_OTHER(judder_inclusion_setup, jump_count, &inclusion_model.word, "jumps"),
    SETUP_OTHER(judder_inclusion_setup, watch, NULL, ""),
    {0},
};

static JudderErr inclusion_check(const judder_inclusion_setup *setup) {
    REQUIRE(!setup->implicit || setup->epsilon > 0,
            error_input("implicit", "an implicit step needs a mass: epsilon > 0"));
    for (size_t i = 0; i < setup->jump_count; i++)
        REQUIRE(setup->jumps && setup->jumps[i] > (i ? setup->jumps[i - 1] : 0) && isfinite(setup->jumps[i]),
                error_input("jumps", "jumps must be positive and increase"));
    return JUDDER_OK;
}

static JudderErr inclusion_make(const judder_inclusion_setup *setup, judder_inclusion **inclusion) {
    TRY(check_given(setup, "setup"));
    TRY(check_given(setup->graph, "graph"));
    judder_inclusion *made = calloc(1, sizeof *made);
    *inclusion = made;
    REQUIRE(made, error_memory());
    TRY(setup_take(&made->owned, inclusion_fields, setup, made));
    TRY(inclusion_check(setup));
    made->setup.graph = setup->graph->graph;
    made->setup.load = &made->load;
    made->setup.jumps.count = setup->jump_count;
    made->setup.method = setup->epsilon == 0 ? &perfect_delay_method
                         : setup->implicit   ? &implicit_mass_method
                                             : &exact_mass_method;
    TRY(owned_copy(&made->owned, setup->jumps, setup->jump_count, &made->setup.jumps.at));
    TRY(inclusion_create(&made->setup, &made->motion));
    watched_open(&made->watched, &made->motion->stepper, &setup->watch);
    return JUDDER_OK;
}

judder_status judder_inclusion_create(const judder_inclusion_setup *setup, judder_inclusion **inclusion) {
    if (!is_given(inclusion, "inclusion")) return JUDDER_STATUS_INPUT;
    *inclusion = NULL;
    const JudderErr err = inclusion_make(setup, inclusion);
    if (err != JUDDER_OK) judder_inclusion_destroy(inclusion);
    return status_of(err);
}

void judder_inclusion_destroy(judder_inclusion **inclusion) {
    if (!inclusion || !*inclusion) return;
    inclusion_destroy(&(*inclusion)->motion);
    arena_release(&(*inclusion)->owned);
    free(*inclusion);
    *inclusion = NULL;
}

judder_status judder_inclusion_advance(judder_inclusion *inclusion, double t, double *v) {
    if (!is_given(inclusion, "inclusion") || !is_given(v, "v")) return JUDDER_STATUS_INPUT;
    const double final = inclusion->setup.final;
    if (!(t <= final)) return status_of(error_input("t", "t = %g lies behind the end %g", t, final));
    if (t < inclusion->last)
        return status_of(error_input("t", "t goes back from %g to %g", inclusion->last, t));
    inclusion->advanced = true;
    inclusion->last = t;
    return status_of(inclusion_advance(inclusion->motion, t, v));
}

static JudderErr inclusion_go_on(judder_inclusion *inclusion, judder_rows *rows,
                                 judder_inclusion_report *report) {
    TRY(check_given(inclusion, "inclusion"));
    REQUIRE(!inclusion->advanced,
            error_input("inclusion", "this inclusion was advanced before: make a new one"));
    inclusion->advanced = true;
    Inclusion *motion = inclusion->motion;
    TRY(watched_march(&inclusion->watched, 0, rows));
    if (report)
        *report = (judder_inclusion_report){.steps = motion->stepper.done,
                                            .nonunique_steps = inclusion_nonunique_steps(motion),
                                            .jumps = motion->jumps,
                                            .t = motion->row[0],
                                            .v = motion->row[2],
                                            .residual = motion->residual,
                                            .stopped = motion->stepper.state == STEPPER_STOPPED,
                                            .no_solution = motion->outcome == INCLUSION_NO_SOLUTION,
                                            .unresolved = motion->outcome == INCLUSION_UNRESOLVED};
    return JUDDER_OK;
}

judder_status judder_inclusion_march(judder_inclusion *inclusion, judder_rows *rows,
                                     judder_inclusion_report *report) {
    return status_of(inclusion_go_on(inclusion, rows, report));
}
