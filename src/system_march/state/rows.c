/* What is seen of a system at the ends of steps, and at the times of probes between them. */
#include "system_march/state/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *unit;
} quantities[] = {[SYSTEM_TIME] = {"t", "s"},
                  [SYSTEM_DISPLACEMENT] = {"displacement", "m"},
                  [SYSTEM_VELOCITY] = {"velocity", "m/s"},
                  [SYSTEM_SLIP] = {"slip", "m/s"},
                  [SYSTEM_FRICTION] = {"friction_force", "N"},
                  [SYSTEM_NORMAL] = {"normal_force", "N"},
                  [SYSTEM_GAP] = {"gap", "m"},
                  [SYSTEM_STATE] = {"state", ""},
                  [SYSTEM_SPRING] = {"spring_force", "N"},
                  [SYSTEM_FRICTION_SUM] = {"friction_force", "N"},
                  [SYSTEM_KINETIC] = {"kinetic_energy", "J"},
                  [SYSTEM_ELASTIC] = {"elastic_energy", "J"}};

const char *system_quantity_unit(SystemQuantity of) {
    return quantities[of].unit;
}

void system_columns_add(SystemColumns *columns, SystemQuantity of, int index, int number) {
    if (columns->count >= SYSTEM_COLUMNS) return;
    struct SystemColumn *column = &columns->at[columns->count++];
    column->of = of;
    column->index = index;
    snprintf(column->name, sizeof column->name, number < 0 ? "%s" : "%s_%d", quantities[of].name, number);
}

static double friction_sum(const SystemMarch *m, const SystemShown *shown) {
    double sum = 0;
    for (int i = 0; i < m->setup.contact_count; i++) sum += shown->contact[i].friction;
    return sum;
}

static double value_of(const SystemMarch *m, const SystemShown *shown, const struct SystemColumn *column) {
    const int i = column->index;
    const double *u = shown->u, *v = shown->v;
    const SystemContactState *contact = shown->contact + i;
    switch (column->of) {
    case SYSTEM_TIME: return shown->t;
    case SYSTEM_DISPLACEMENT: return u[i];
    case SYSTEM_VELOCITY: return v[i];
    case SYSTEM_SLIP: return contact->slip;
    case SYSTEM_FRICTION: return contact->friction;
    case SYSTEM_NORMAL: return contact->pressure;
    case SYSTEM_GAP: return contact->gap;
    case SYSTEM_STATE: return contact->state;
    case SYSTEM_SPRING: return m->columns.spring * (u[1] - u[0]) + m->columns.dashpot * (v[1] - v[0]);
    case SYSTEM_FRICTION_SUM: return friction_sum(m, shown);
    case SYSTEM_KINETIC: return shown->kinetic;
    case SYSTEM_ELASTIC: return shown->elastic;
    }
    return NAN;
}

void system_rows_show(const SystemMarch *m, const SystemShown *shown, double *row) {
    for (size_t c = 0; c < m->columns.count; c++) row[c] = value_of(m, shown, &m->columns.at[c]);
}

/* Displacements with the velocities at both ends of the step, everything else straight. */
static double between(const SystemMarch *m, size_t c, double t) {
    const struct SystemColumn *column = &m->columns.at[c];
    const double h = m->row[0] - m->row_before[0], s = (t - m->row_before[0]) / h;
    const double a = m->row_before[c], b = m->row[c];
    if (column->of != SYSTEM_DISPLACEMENT) return a + s * (b - a);
    const double va = h * m->v_before[column->index], vb = h * m->v[column->index];
    return a + s * (va + s * (3 * (b - a) - 2 * va - vb + s * (2 * (a - b) + va + vb)));
}

static void pass_probes(SystemMarch *m) {
    const double t = m->row[0], near = 1e-9 * m->setup.step;
    while (stepper_next_probe(&m->stepper) <= t + near) {
        const double at = stepper_next_probe(&m->stepper);
        double *probe = stepper_take_probe(&m->stepper);
        for (size_t c = 0; c < m->columns.count; c++)
            probe[c] = at >= t - near                  ? m->row[c]
                       : at <= m->row_before[0] + near ? m->row_before[c]
                                                       : between(m, c, at);
    }
}

void system_rows_take(SystemMarch *m) {
    memcpy(m->row_before, m->row, m->columns.count * sizeof *m->row);
    const SystemShown shown = {m->t, m->u, m->v, m->contact, m->energy.kinetic, m->energy.elastic};
    system_rows_show(m, &shown, m->row);
    pass_probes(m);
    memcpy(m->v_before, m->v, (size_t)m->setup.n * sizeof *m->v);
}

JudderErr system_rows_open(SystemMarch *m) {
    SystemColumns *columns = &m->columns;
    if (m->setup.columns) *columns = *m->setup.columns;
    if (columns->count == 0) system_columns_add(columns, SYSTEM_TIME, 0, -1);
    m->row = calloc(2 * columns->count + (size_t)m->setup.n, sizeof *m->row);
    m->column = calloc(columns->count, sizeof *m->column);
    REQUIRE(m->row && m->column, error_memory());
    m->row_before = m->row + columns->count;
    m->v_before = m->row_before + columns->count;
    for (size_t c = 0; c < columns->count; c++)
        m->column[c] = (StepperColumn){columns->at[c].name, quantities[columns->at[c].of].unit, STEPPER_BOTH};
    m->stepper.column = m->column;
    m->stepper.columns = columns->count;
    system_rows_take(m);
    memcpy(m->row_before, m->row, columns->count * sizeof *m->row);
    m->report = (SystemMarchReport){
        .converged = true, .suggested_step = INFINITY, .method = "stage", .shortest_step = INFINITY};
    system_tally_open(&m->tally);
    return JUDDER_OK;
}
