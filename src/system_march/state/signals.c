/* The signals of a march: where each is used, their values at the stages of a step. */
#include "system_march/state/state.h"

#include <math.h>
#include <string.h>

static JudderErr add_signal(SystemMarch *m, const Signal *signal, const char *what, int *place) {
    *place = -1;
    if (!signal) return JUDDER_OK;
    for (int i = 0; i < m->signal_count; i++)
        if (m->signal[i].signal == signal) {
            *place = i;
            return JUDDER_OK;
        }
    Followed *f = &m->signal[m->signal_count];
    *place = m->signal_count++;
    f->signal = signal;
    for (int k = 0; k < 3; k++) f->at[k] = signal->constant;
    if (!signal->function.call && signal->t.count == 0) return JUDDER_OK;
    const TrackSpan span = {.what = what, .end = m->setup.final, .step = m->setup.tolerance > 0 ? 0 : m->dt};
    return track_create(signal, &span, &f->track);
}

JudderErr system_open_signals(SystemMarch *m) {
    const SystemMarchSetup *s = &m->setup;
    for (int i = 0; i < s->force_count; i++)
        TRY(add_signal(m, s->force[i].signal, "force", &m->force_signal[i]));
    for (int i = 0; i < s->drive_count; i++)
        TRY(add_signal(m, s->drive[i].signal, "drive", &m->drive_signal[i]));
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        TRY(add_signal(m, c->velocity, "velocity", &m->velocity_signal[i]));
        TRY(add_signal(m, c->normal < 0 ? c->normal_force : NULL, "normal_force", &m->normal_signal[i]));
        REQUIRE(c->normal >= 0 || c->normal_force,
                error_input("normal_force", "contact %d has neither a normal dof nor a normal_force", i + 1));
    }
    return JUDDER_OK;
}

JudderErr system_follow(SystemMarch *m, double t, double first, double dt) {
    const double at[2] = {t + first, t + dt};
    for (int i = 0; i < m->signal_count; i++) {
        Followed *f = &m->signal[i];
        if (!f->track) continue;
        f->at[0] = f->at[2];
        for (int k = 0; k < 2; k++) {
            TRY(track_seek(f->track, fmin(at[k], m->setup.final)));
            f->at[k + 1] = curve_piece_value(track_piece(f->track), fmin(at[k], m->setup.final));
        }
    }
    return JUDDER_OK;
}

void system_loads(SystemMarch *m, int which, double *f) {
    const SystemMarchSetup *s = &m->setup;
    memset(f, 0, (size_t)s->n * sizeof *f);
    for (int i = 0; i < s->force_count; i++)
        f[s->force[i].dof] += system_signal(m, m->force_signal[i], which);
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        if (c->normal >= 0) f[c->normal] -= c->reaction[0];
        f[c->tangent] -= c->reaction[1];
    }
}
