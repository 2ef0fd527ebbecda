/* cycle{ over = ... }: a branch, what happens on it, and steady sliding beside it. */
#include "study/cycle/cycle_study.h"

#include <math.h>

static bool write_points(Value *values, const Branch *b) {
    Value *list = value_child_list(values, "points");
    bool good = list != NULL;
    for (size_t i = 0; i < b->count && good; i++) {
        const BranchPoint *p = &b->point[i];
        Value *one = value_object();
        good = value_set(one, "parameter", value_number(p->parameter)) && good;
        good = value_set(one, "period", value_number(p->period)) && good;
        good = value_set(one, "amplitude", value_number(p->amplitude)) && good;
        good = value_set(one, "slip_max", value_number(p->slip_max)) && good;
        good = value_set(one, "stick_fraction", value_number(p->stick_fraction)) && good;
        good = value_set(one, "multiplier_re", value_number(p->re)) && good;
        good = value_set(one, "multiplier_im", value_number(p->im)) && good;
        good = value_set(one, "multiplier_largest", value_number(p->largest)) && good;
        good = value_set(one, "stable", value_flag(p->stable)) && good;
        good = value_append(list, one) && good;
    }
    return good;
}

static bool write_bifurcations(Value *values, const Branch *b) {
    Value *list = value_child_list(values, "bifurcations");
    bool good = list != NULL;
    for (size_t i = 0; i < b->event_count && good; i++) {
        Value *one = value_object();
        good = value_set(one, "kind", value_text(branch_kind_names[b->event[i].kind])) && good;
        good = value_set(one, "parameter", value_number(b->event[i].parameter)) && good;
        good = value_set(one, "period",
                         isfinite(b->event[i].period) ? value_number(b->event[i].period) : value_null()) &&
               good;
        good = value_append(list, one) && good;
    }
    return good;
}

/* Where the parameter leaves stable motions: ends of a stretch. */
typedef struct Stretch {
    double low, high; /* low > high: none */
} Stretch;

/* sticks: all of them do */
static Stretch stable_cycles(const Branch *b, bool *sticks) {
    Stretch s = {INFINITY, -INFINITY};
    *sticks = true;
    for (size_t i = 0; i < b->count; i++) {
        if (!b->point[i].stable) continue;
        s.low = fmin(s.low, b->point[i].parameter);
        s.high = fmax(s.high, b->point[i].parameter);
        *sticks = *sticks && b->point[i].stick_fraction > 0;
    }
    return s;
}

/* The stretch in which steady sliding is stable, if there is one change at most. */
static JudderErr stable_sliding(CycleCase *at, const Branch *b, const CycleWord *p, Stretch *s) {
    const double low = fmin(p->from, p->to), high = fmax(p->from, p->to);
    double hopf = NAN, growth[2], period;
    size_t changes = 0;
    const SystemMarchSetup *system;
    *s = (Stretch){INFINITY, -INFINITY};
    for (size_t i = 0; i < b->event_count; i++)
        if (b->event[i].kind == BRANCH_HOPF) hopf = b->event[i].parameter, changes++;
    if (changes > 1) return JUDDER_OK;
    for (int k = 0; k < 2; k++) {
        TRY(cycle_case_set(at, k ? high : low, &system, &period));
        TRY(steady_growth(system, &growth[k]));
    }
    if (growth[0] < 0) *s = (Stretch){low, changes ? hopf : high};
    if (growth[1] < 0) *s = (Stretch){changes ? hopf : low, high};
    return JUDDER_OK;
}

static void tell_stretches(StudyRun *run, const char *over, Stretch cycle, Stretch slide, const char *what) {
    const double low = fmax(cycle.low, slide.low), high = fmin(cycle.high, slide.high);
    if (cycle.low > cycle.high)
        study_verdict(run, CERTAINTY_COMPUTED, "No lasting cycle was found on the branch");
    else
        study_verdict(run, CERTAINTY_COMPUTED, "%s lasts from %s = %.6g to %.6g", what, over, cycle.low,
                      cycle.high);
    if (slide.low <= slide.high)
        study_verdict(run, CERTAINTY_COMPUTED, "steady sliding is stable from %s = %.6g to %.6g", over,
                      slide.low, slide.high);
    if (low < high)
        study_verdict(run, CERTAINTY_COMPUTED, "both are possible between %.6g and %.6g", low, high);
}

static JudderErr tell(StudyRun *run, CycleCase *at, const Branch *b) {
    const CycleWord *p = run->study->params;
    Stretch slide;
    bool sticks;
    const Stretch cycle = stable_cycles(b, &sticks);
    if (b->end == BRANCH_STOPPED) study_end(run, STUDY_STOPPED, "interrupted after %zu points", b->count);
    if (b->end == BRANCH_LOST || b->end == BRANCH_FULL)
        study_end(run, STUDY_FAILED, "the branch ends at %s = %.9g: %s", p->over,
                  b->point[b->count - 1].parameter, branch_end_names[b->end]);
    if (b->end == BRANCH_NO_CYCLE && b->outcome != CYCLE_SETTLES)
        study_end(run, STUDY_FAILED, "no cycle to begin with, neither at %s = %g nor at %g", p->over, p->from,
                  p->to);
    TRY(stable_sliding(at, b, p, &slide));
    tell_stretches(run, p->over, cycle, slide, sticks ? "Stick-slip" : "A cycle");
    study_note(run, "%zu points; the branch ends at: %s", b->count, branch_end_names[b->end]);
    return JUDDER_OK;
}

typedef struct OnBranch {
    Follow *follow;
    const CycleCase *at;
} OnBranch;

/* How far the parameter is. */
static bool goes_on(void *context, double part) {
    const OnBranch *on = context;
    const CycleWord *p = on->at->run->study->params;
    (void)part;
    return follow_goes_on(on->follow, fmin(1, fabs((on->at->value - p->from) / (p->to - p->from))));
}

JudderErr cycle_run_branch(StudyRun *run, Follow *follow) {
    const CycleWord *p = run->study->params;
    CycleCase at = {.run = run, .value = p->from};
    OnBranch on = {follow, &at};
    Branch *branch = NULL;
    TRY(cycle_times(run, &at.step, &at.final));
    BranchSetup setup = {.cycle = cycle_setup_of(run, at.step, at.final),
                         .from = p->from,
                         .to = p->to,
                         .most = (size_t)p->points,
                         .rebuild = cycle_case_set,
                         .context = &at};
    setup.cycle.go_on = goes_on;
    setup.cycle.context = &on;
    follow->progress.quantity = "part";
    JudderErr err = branch_follow(&setup, &branch);
    if (err == JUDDER_OK) err = tell(run, &at, branch);
    if (err == JUDDER_OK) {
        bool good = value_set(run->values, "over", value_text(p->over));
        good = value_set(run->values, "branch_end", value_text(branch_end_names[branch->end])) && good;
        good = write_points(run->values, branch) && write_bifurcations(run->values, branch) && good;
        if (!good) err = error_memory();
    }
    branch_destroy(&branch);
    cycle_case_close(&at);
    return err;
}
