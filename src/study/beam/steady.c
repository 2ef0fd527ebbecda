/* steady{} of the beam: existence, profile, eigenvalues, critical and flutter velocity; a map if several
 * speeds are requested. */
#include "beam/beam.h"

#include "base/field.h"
#include "study/beam/beam_model.h"
#include "study/studies.h"

#include <math.h>
#include <stdio.h>

enum { PROFILE = 101 };

typedef struct Steady {
    Numbers velocity;
    long modes;
    const char *name;
} Steady;

static const Param steady_params[] = {
    FIELD(Steady, velocity, NUMBERS, "speeds of the foundation at which to look; several make a map",
          POSITIVE, .preset_text = "that of the foundation"),
    FIELD(Steady, modes, COUNT, "how many modes of the beam and of heat are followed", WITHIN(1, 30),
          .preset = 8),
    FIELD(Steady, name, TEXT, "how the study is called in the result", .preset_text = "steady"),
    {0},
};

const Word steady_word = {.name = "steady",
                          .kind = "study",
                          .summary = "Steady sliding: whether it exists, its profile, its eigenvalues, and "
                                     "from which speed on it is lost.",
                          .reference = "BM-12",
                          .papers = "kuttler1999",
                          .example = "steady{}",
                          .params = steady_params,
                          .size = sizeof(Steady)};

JudderErr steady_check(StudyRun *run) {
    const BeamPrepared *prepared = run->prepared;
    const BeamParams *p = prepared->params;
    const Steady *study = run->study->params;
    REQUIRE(signal_is_constant(&p->theta_wall) && signal_is_constant(&p->theta_foundation),
            block_refuse(run->model, "theta_wall",
                         "steady needs temperatures of wall and foundation that are numbers"));
    REQUIRE(signal_is_constant(&p->force) && p->force.constant == 0,
            block_refuse(run->model, "force", "steady is without force"));
    REQUIRE(
        study->velocity.count > 0 ||
            (signal_is_constant(&p->foundation.velocity) && p->foundation.velocity.constant != 0),
        block_refuse(run->study, "velocity",
                     "steady needs velocity, or a foundation with a velocity that is a number other than 0"));
    BeamLaw law;
    TRY(block_locate(run->model, beam_law_open(&prepared->friction, p->alpha, p->beta, &law)));
    beam_law_close(&law);
    study_note(run, "steady sliding at %zu speed%s, %ld modes each of beam and heat",
               study->velocity.count ? study->velocity.count : 1, study->velocity.count > 1 ? "s" : "",
               study->modes);
    return JUDDER_OK;
}

/* Stable, not stable, or null where the two counts of unstable roots differ. */
static Value *stable_of(const SteadySpectrum *spectrum) {
    if (spectrum->leading_growth > 0 || spectrum->unstable_counted > 0) return value_flag(false);
    return spectrum->verified ? value_flag(true) : value_null();
}

static bool report_state(Value *values, const SteadyState *state, const SteadySpectrum *spectrum,
                         double sign) {
    const double none = state->exists ? 0 : NAN;
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"end_temperature", state->end_temperature + none},
                   {"mean_temperature", state->mean_temperature + none},
                   {"pressure", state->pressure + none},
                   {"end_displacement", sign * state->end_displacement + none},
                   {"shear", sign * state->shear + none},
                   {"thermal_growth_rate", state->exists ? spectrum->thermal_growth_rate : NAN},
                   {"elastic_growth_rate", state->exists ? spectrum->elastic_growth : NAN},
                   {"leading_growth_rate", state->exists ? spectrum->leading_growth : NAN}};
    bool good = value_set(values, "exists", value_flag(state->exists));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        good = value_set(values, numbers[i].key, value_number(numbers[i].value)) && good;
    return value_set(values, "stable", state->exists ? stable_of(spectrum) : value_null()) && good;
}

/* Where steady states exist; null where mu depends on the temperature. */
static bool report_intervals(Value *values, const SteadyIntervals *intervals) {
    if (!intervals->known) return value_set(values, "intervals", value_null());
    Value *list = value_child_list(values, "intervals");
    bool good = list != NULL;
    for (size_t i = 0; good && i < intervals->count; i++) {
        const SteadyInterval *at = &intervals->at[i];
        Value *item = value_object();
        good = value_set(item, "from", value_number(at->from));
        good = value_set(item, "to", value_number(at->to)) && good;
        good = value_set(item, "states", value_count((long long)at->states)) && good;
        good = value_append(list, item) && good;
    }
    return good;
}

static bool report_roots(Value *values, const SteadyState *state, const SteadySpectrum *spectrum) {
    Value *list = value_child_list(values, "eigenvalues");
    if (!list) return false;
    bool good = true;
    for (size_t i = 0; state->exists && i < spectrum->count; i++) {
        const SteadyRoot *root = &spectrum->roots[i];
        Value *item = value_object();
        good = value_set(item, "kind", value_text(root->elastic ? "elastic" : "thermal")) && good;
        good = value_set(item, "mode", value_count((long long)root->mode)) && good;
        good = value_set(item, "re", value_number(creal(root->lambda))) && good;
        good = value_set(item, "im", value_number(cimag(root->lambda))) && good;
        good = value_set(item, "residual", value_number(root->residual)) && good;
        good = value_append(list, item) && good;
    }
    if (!state->exists) return good;
    good = value_set(values, "unstable_counted",
                     spectrum->unstable_counted >= 0 ? value_count(spectrum->unstable_counted)
                                                     : value_null()) &&
           good;
    return value_set(values, "verified", value_flag(spectrum->verified)) && good;
}

static bool report_map(StudyRun *run, const SteadySetup *setup) {
    const Steady *study = run->study->params;
    if (study->velocity.count < 2) return true;
    Value *map = value_child_list(run->values, "map");
    bool good = map != NULL;
    for (size_t i = 0; good && i < study->velocity.count && !stop_requested(); i++) {
        const SteadyState state = steady_state(setup, study->velocity.at[i]);
        SteadySpectrum spectrum = {0};
        if (state.exists) steady_spectrum(setup, &state, (size_t)study->modes, &spectrum);
        Value *item = value_object();
        good = value_set(item, "velocity", value_number(study->velocity.at[i]));
        good = report_state(item, &state, &spectrum, 1) && good;
        good = value_set(item, "heat_growth_rate",
                         value_number(state.exists ? NAN : steady_heat_growth(setup, state.V))) &&
               good;
        good = value_append(map, item) && good;
    }
    if (good && value_length(map) < study->velocity.count) {
        study_end(run, STUDY_STOPPED, "interrupted after %zu of %zu velocities", value_length(map),
                  study->velocity.count);
    }
    return good;
}

static JudderErr write_profile(StudyRun *run, const SteadySetup *setup, const SteadyState *state,
                               double sign) {
    double x[PROFILE], u[PROFILE], th[PROFILE];
    for (size_t i = 0; i < PROFILE; i++) {
        x[i] = (double)i / (PROFILE - 1);
        u[i] = sign * state->shear / (2 * setup->c * setup->c) * x[i] * x[i] * (1 - x[i] / 3); /* (BM-12) */
        th[i] = setup->wall + state->A * x[i];
    }
    TRY(results_field(run->results, "x", "", x, PROFILE, 1));
    TRY(results_field(run->results, "displacement", "", u, PROFILE, 1));
    return results_field(run->results, "temperature", "", th, PROFILE, 1);
}

/* "V = 0 to 133.333, 278.078 to 400" */
static void name_intervals(const SteadyIntervals *intervals, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "V = ");
    for (size_t i = 0; i < intervals->count && i < 4 && used < size; i++) {
        const SteadyInterval *at = &intervals->at[i];
        const char *between = i ? ", " : "";
        used += (size_t)(isfinite(at->to)
                             ? snprintf(text + used, size - used, "%s%.6g to %.6g", between, at->from, at->to)
                             : snprintf(text + used, size - used, "%s%.6g on", between, at->from));
    }
    if (intervals->count > 4 && used < size) snprintf(text + used, size - used, ", ...");
}

static void tell_none(StudyRun *run, const SteadyState *state, const SteadyIntervals *intervals,
                      double heat) {
    char where[200] = "", rate[80] = "";
    if (isfinite(heat)) snprintf(rate, sizeof rate, ", at first like exp(%.6g t)", heat);
    if (intervals->known) name_intervals(intervals, where, sizeof where);
    study_note(run, "no steady state at V = %g: heat grows%s%s%s", state->V, rate,
               where[0] ? "; there are some for " : "", where);
}

static void tell(StudyRun *run, const SteadyState *state, const SteadySpectrum *spectrum) {
    if (spectrum->leading_growth > 0 || spectrum->unstable_counted > 0)
        study_note(run, "the steady state at V = %g is unstable: disturbances grow like exp(%.6g t)%s",
                   state->V, spectrum->leading_growth,
                   spectrum->elastic_growth > 0 ? ", vibrations among them" : "");
    else
        study_note(run, "the steady state at V = %g is stable%s", state->V,
                   spectrum->verified ? "" : ", as far as the roots that were followed say");
}

static JudderErr run_with(StudyRun *run, const BeamLaw *law) {
    const BeamParams *p = ((const BeamPrepared *)run->prepared)->params;
    const Steady *study = run->study->params;
    const SteadySetup setup = steady_setup_of(p, law);
    const double given = study->velocity.count ? study->velocity.at[0] : p->foundation.velocity.constant,
                 sign = given < 0 ? -1 : 1, begin = clock_seconds();
    const SteadyState state = steady_state(&setup, fabs(given));
    SteadySpectrum spectrum = {0};
    if (state.exists) steady_spectrum(&setup, &state, (size_t)study->modes, &spectrum);
    const double critical = steady_critical_velocity(&setup),
                 flutter = steady_flutter_velocity(&setup, steady_flutter_top(&setup, critical),
                                                   (size_t)study->modes);
    const double heat = state.exists ? NAN : steady_heat_growth(&setup, state.V);
    SteadyIntervals intervals;
    steady_intervals(&setup, &intervals);
    Value *values = run->values;
    bool good = value_set(values, "velocity", value_number(given));
    good = report_state(values, &state, &spectrum, sign) && good;
    good = value_set(values, "critical_velocity", value_number(critical)) && good;
    good = value_set(values, "heat_growth_rate", value_number(heat)) && good;
    good = report_intervals(values, &intervals) && good;
    good = value_set(values, "flutter_velocity", value_number(flutter)) && good;
    good = value_set(values, "solutions", value_count((long long)state.solutions)) && good;
    good = report_roots(values, &state, &spectrum) && good;
    good = report_map(run, &setup) && good;
    good = value_set(values, "seconds", value_number(clock_seconds() - begin)) && good;
    REQUIRE(good, error_memory());
    if (state.exists)
        tell(run, &state, &spectrum);
    else
        tell_none(run, &state, &intervals, heat);
    if (law->thermal) TRY(surface_fault(law->thermal, state.V, state.end_temperature));
    return state.exists ? write_profile(run, &setup, &state, sign) : JUDDER_OK;
}

JudderErr steady_run(StudyRun *run) {
    const BeamPrepared *prepared = run->prepared;
    BeamLaw law;
    TRY(beam_law_open(&prepared->friction, prepared->params->alpha, prepared->params->beta, &law));
    const JudderErr err = run_with(run, &law);
    beam_law_close(&law);
    return err;
}
