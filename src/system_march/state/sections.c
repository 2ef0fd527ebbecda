#include "system_march/state/sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SECTION_DOFS = 64 };

static bool has_state(const SystemMarch *m, int contact) {
    return m->friction[contact].law->state_start != NULL;
}

/* Dofs of contacts first. */
static void choose_dofs(SystemMarch *m, SystemSections *s) {
    const int n = m->setup.n;
    for (int i = 0; i < m->rub_count && s->dof_count < SECTION_DOFS; i++) s->dof[s->dof_count++] = m->rub[i];
    for (int i = 0; i < n && s->dof_count < SECTION_DOFS; i++) {
        bool known = false;
        for (int k = 0; k < s->dof_count; k++) known = known || s->dof[k] == i;
        if (!known) s->dof[s->dof_count++] = i;
    }
}

static size_t width_of(const SystemMarch *m, const SystemSections *s) {
    return (size_t)(2 * s->dof_count + s->gap_count + s->state_count + m->signal_count);
}

static JudderErr create_sections(SystemMarch *m, SystemSections *s) {
    const SystemContactSetup *first = m->setup.contact_count ? &m->setup.contact[0] : NULL;
    const size_t width = width_of(m, s);
    const int part[] = {s->dof_count, s->dof_count, s->gap_count, s->state_count};
    int *group = calloc(width + 1, sizeof *group);
    REQUIRE(group, error_memory());
    size_t at = 0;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < part[k]; i++) group[at++] = k;
    for (int i = 0; i < m->signal_count; i++, at++) group[at] = (int)at; /* each on its own */
    const bool has[] = {first != NULL, first && has_state(m, 0), true, first && first->normal >= 0};
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < SYSTEM_SECTIONS && err == JUDDER_OK; k++)
        if (has[k]) err = section_create(width, group, SECTION_EXACT, &s->section[k]);
    free(group);
    return err;
}

JudderErr system_sections_open(SystemMarch *m) {
    const size_t contacts = (size_t)m->setup.contact_count;
    SystemSections *s = m->sections = calloc(1, sizeof *s);
    REQUIRE(s, error_memory());
    s->dof = calloc((size_t)SECTION_DOFS, sizeof *s->dof);
    REQUIRE(s->dof, error_memory());
    choose_dofs(m, s);
    for (size_t i = 0; i < contacts; i++) {
        s->gap_count += m->setup.contact[i].normal >= 0;
        s->state_count += has_state(m, (int)i);
    }
    const size_t width = width_of(m, s), signals = (size_t)m->signal_count;
    s->x = calloc(3 * width + signals + contacts + 1, sizeof *s->x);
    REQUIRE(s->x, error_memory());
    s->x_before = s->x + width;
    s->between = s->x_before + width;
    s->signal = s->between + width;
    s->law_state = s->signal + signals;
    s->pending = NAN;
    return create_sections(m, s);
}

void system_sections_close(SystemMarch *m) {
    SystemSections *s = m->sections;
    if (!s) return;
    for (int k = 0; k < SYSTEM_SECTIONS; k++) section_destroy(&s->section[k]);
    free(s->dof);
    free(s->x);
    free(s);
    m->sections = NULL;
}

static double row_times(const SystemMarch *m, int dof, const double *u) {
    const double *row = m->setup.K + (size_t)dof * (size_t)m->setup.n;
    double sum = 0;
    for (int j = 0; j < m->setup.n; j++) sum += row[j] * u[j];
    return sum;
}

static void state_of(const SystemMarch *m, const SystemInstant *at, double *x) {
    const SystemSections *s = m->sections;
    for (int k = 0; k < s->dof_count; k++) *x++ = row_times(m, s->dof[k], at->u);
    for (int k = 0; k < s->dof_count; k++) *x++ = at->v[s->dof[k]];
    for (int i = 0; i < m->setup.contact_count; i++)
        if (m->setup.contact[i].normal >= 0)
            *x++ = m->setup.contact[i].gap - at->u[m->setup.contact[i].normal];
    for (int i = 0; i < m->setup.contact_count; i++)
        if (has_state(m, i)) *x++ = at->law_state[i];
    for (int i = 0; i < m->signal_count; i++) *x++ = at->signal[i];
}

/* The velocity whose sign says where the motion turns: beside the dofs that are moved, if some are. */
static double turning(const SystemMarch *m, const double *v) {
    const int dof = m->setup.contact_count ? m->setup.contact[0].tangent : 0;
    const double k = m->setup.K[(size_t)dof * (size_t)(m->setup.n + 1)];
    return m->setup.drive_count > 0 && k > 0 ? row_times(m, dof, v) / k : v[dof];
}

double system_section_level(const SystemMarch *m, int kind, const SystemInstant *at) {
    if (kind == SECTION_TURN) return turning(m, at->v);
    const SystemContactSetup *c = &m->setup.contact[0];
    if (kind == SECTION_REBOUND) return -at->v[c->normal];
    const int place = m->velocity_signal[0];
    return m->setup.threshold - fabs(at->v[c->tangent] - (place < 0 ? 0 : at->signal[place]));
}

void system_sections_pass(SystemMarch *m, const SystemInstant *at) {
    SystemSections *s = m->sections;
    state_of(m, at, s->x);
    for (int k = 0; k < SYSTEM_SECTIONS; k++)
        if (s->section[k]) section_pass(s->section[k], s->x);
}

void system_sections_cross(SystemMarch *m, int kind, const SystemInstant *at) {
    SystemSections *s = m->sections;
    state_of(m, at, s->x);
    section_cross(s->section[kind], at->t, s->x);
}

/* A crossing at the part `along` of the step of the stage scheme. */
static void cross_between(SystemSections *s, int kind, double t, double along, size_t width) {
    for (size_t i = 0; i < width; i++) s->between[i] = s->x_before[i] + along * (s->x[i] - s->x_before[i]);
    section_cross(s->section[kind], t, s->between);
}

void system_sections_stage(SystemMarch *m) {
    SystemSections *s = m->sections;
    const size_t width = width_of(m, s);
    const double h = m->t - s->t_before;
    for (int i = 0; i < m->setup.contact_count; i++) s->law_state[i] = m->contact[i].state;
    for (int i = 0; i < m->signal_count; i++) s->signal[i] = m->signal[i].at[2];
    const SystemInstant now = {m->t, m->u, m->v, s->law_state, s->signal};
    memcpy(s->x_before, s->x, width * sizeof *s->x);
    system_sections_pass(m, &now);
    for (int k = 0; k < SYSTEM_SECTIONS; k++) {
        if (!s->section[k]) continue;
        const double level = k == SECTION_ONSET ? 0 : system_section_level(m, k, &now);
        double along = NAN;
        if (k == SECTION_ONSET && !isnan(s->pending)) along = (s->pending - s->t_before) / h;
        if (k != SECTION_ONSET && s->above[k] && level < 0)
            along = s->level[k] > 0 ? s->level[k] / (s->level[k] - level) : 0;
        if (h > 0 && !isnan(along)) cross_between(s, k, s->t_before + along * h, along, width);
        s->above[k] = level > 0 || (s->above[k] && level >= 0);
        s->level[k] = level;
    }
    s->pending = NAN;
    s->t_before = m->t;
}

SectionPeriod system_sections_period(const SystemMarch *m) {
    SectionPeriod found = {NAN, NAN, 0};
    for (int k = 0; k < SYSTEM_SECTIONS && found.cycles == 0; k++)
        if (m->sections->section[k]) found = section_period(m->sections->section[k], m->t);
    return found;
}

void system_sections_serialise(SystemMarch *m, Archive *archive) {
    SystemSections *s = m->sections;
    for (int k = 0; k < SYSTEM_SECTIONS; k++) {
        archive_flag(archive, "above", &s->above[k]);
        if (s->section[k]) section_serialise(s->section[k], archive);
    }
    archive_array(archive, "levels", s->level, sizeof s->level);
    archive_array(archive, "onset", &s->pending, sizeof s->pending);
    archive_array(archive, "section time", &s->t_before, sizeof s->t_before);
    archive_array(archive, "section state", s->x, width_of(m, s) * sizeof *s->x);
}
