/* All that the next step and the next record read. */
#include "system_march/events/events.h"

static void serialise_moment(Events *e, Moment *at, Archive *archive) {
    const size_t n = (size_t)e->m->setup.n, c = (size_t)e->m->setup.contact_count;
    archive_array(archive, "time", &at->t, sizeof at->t);
    archive_array(archive, "time below", &at->t_low, sizeof at->t_low);
    archive_array(archive, "moment", at->u, (4 * n + (5 + 2 * EVENT_FUNCTIONS) * c) * sizeof(double));
}

/* Which moment a role has: its number. */
static void serialise_role(Events *e, const char *name, Moment **role, Archive *archive) {
    int place = *role ? (int)(*role - e->moment) : -1;
    archive_array(archive, name, &place, sizeof place);
    if (place < -1 || place >= EVENT_MOMENTS) {
        archive_refuse(archive, name);
        return;
    }
    *role = place < 0 ? NULL : &e->moment[place];
}

JudderErr events_serialise(Events *e, Archive *archive) {
    const size_t c = (size_t)e->m->setup.contact_count;
    for (int k = 0; k < EVENT_MOMENTS; k++) serialise_moment(e, &e->moment[k], archive);
    serialise_role(e, "now", &e->now, archive);
    serialise_role(e, "begin", &e->begin, archive);
    serialise_role(e, "end", &e->end, archive);
    if (!e->now) archive_refuse(archive, "the present moment");
    if (archive_restores(archive)) events_free_moments(e);
    archive_array(archive, "modes", e->mode, 2 * c * sizeof *e->mode);
    archive_array(archive, "zeros", e->known, EVENT_FUNCTIONS * c * sizeof *e->known);
    archive_array(archive, "scales", e->scale, (EVENT_LARGEST + EVENT_FUNCTIONS) * c * sizeof *e->scale);
    archive_array(archive, "speeds", &e->speed_scale, sizeof e->speed_scale);
    archive_array(archive, "memory", e->memory, c * sizeof *e->memory);
    archive_array(archive, "silent", e->silent, (size_t)e->m->signal_count * sizeof *e->silent);
    archive_array(archive, "cut", &e->cut, sizeof e->cut);
    archive_array(archive, "length", &e->step, sizeof e->step);
    archive_array(archive, "ranges", e->range, 4 * (size_t)e->m->setup.n * sizeof *e->range);
    archive_array(archive, "error before", &e->error_before, sizeof e->error_before);
    archive_array(archive, "crowd", &e->crowd, sizeof e->crowd);
    archive_flag(archive, "stage next", &e->wants_stage);
    for (size_t i = 0; i < 2 * c; i++)
        if (e->mode[i].node > STAGE_SLIP ||
            (e->mode[i].sign != 1 && e->mode[i].sign != -1 && e->mode[i].node))
            archive_refuse(archive, "a mode");
    if (archive_restores(archive)) {
        /* factors belong to the modes that were: all are made anew */
        e->version = ++e->versions;
        e->made_version = ++e->versions;
    }
    return e->propagator->serialise ? e->propagator->serialise(e, archive) : JUDDER_OK;
}
