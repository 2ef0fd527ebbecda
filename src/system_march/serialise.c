/* The state between two steps: all that the next one reads. */
#include "system_march/run.h"

static void serialise_state(SystemMarch *m, Archive *archive) {
    const size_t contacts = (size_t)m->setup.contact_count, size = contacts * (size_t)m->width;
    archive_array(archive, "last velocities", m->last.v, size * sizeof *m->last.v);
    archive_array(archive, "last forces", m->last.r, size * sizeof *m->last.r);
    archive_array(archive, "last states", m->last.node, contacts * sizeof *m->last.node);
    archive_array(archive, "contacts", m->contact, contacts * sizeof *m->contact);
    archive_array(archive, "points", m->now, contacts * sizeof *m->now);
    archive_array(archive, "points before", m->before, contacts * sizeof *m->before);
    for (size_t i = 0; i < contacts; i++) {
        archive_flag(archive, "fresh", &m->fresh[i]);
        if (m->last.node[i] > STAGE_SLIP || m->contact[i].node > STAGE_SLIP)
            archive_refuse(archive, "a contact state");
    }
}

JudderErr system_serialise(Stepper *stepper, Archive *archive) {
    SystemMarch *m = (SystemMarch *)stepper;
    const size_t n = (size_t)m->setup.n, columns = stepper->columns;
    SystemMarchReport report = m->report;
    report.method = report.why = NULL;
    archive_array(archive, "report", &report, sizeof report);
    report.method = m->report.method, report.why = m->report.why;
    m->report = report;
    archive_array(archive, "tally", &m->tally, sizeof m->tally);
    archive_array(archive, "rows and velocities", m->row, (2 * columns + n) * sizeof *m->row);
    archive_array(archive, "t", &m->t, sizeof m->t);
    archive_array(archive, "u", m->u, n * sizeof *m->u);
    archive_array(archive, "v", m->v, n * sizeof *m->v);
    archive_array(archive, "energy", &m->energy, sizeof m->energy);
    archive_array(archive, "energy size", &m->energy_size, sizeof m->energy_size);
    serialise_state(m, archive);
    system_sections_serialise(m, archive);
    for (int i = 0; i < m->signal_count; i++) {
        archive_array(archive, "signal", m->signal[i].at, sizeof m->signal[i].at);
        if (m->signal[i].track) track_serialise(m->signal[i].track, archive);
    }
    if (m->sdirk.stage) TRY(stage_serialise(m->sdirk.stage, archive));
    if (m->euler.stage) TRY(stage_serialise(m->euler.stage, archive));
    if (m->events) TRY(events_serialise(m->events, archive));
    return archive_state(archive);
}
