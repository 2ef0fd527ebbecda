/* Motion of a small system given by its matrices, with friction at some of its dofs  (BD-4)-(BD-7):
 *
 *   M u'' + C u' + K u = f(t) + G^T r,  some dofs moved with a given velocity,
 *   the contact laws of stage/stage.h
 *
 * by the two-stage SDIRK of the implicit march, dense. A contact has a tangential dof and either a given
 * normal force or a normal dof, which points into the obstacle. Impacts are inelastic: where a normal dof
 * that must stop at once carries mass, the step in which it closes and the next one are implicit Euler, so
 * that no energy is created.
 */
#ifndef JUDDER_SYSTEM_MARCH_SYSTEM_MARCH_H
#define JUDDER_SYSTEM_MARCH_SYSTEM_MARCH_H

#include "base/error.h"
#include "system_march/state/setup.h"

/* Begins with its Stepper. Events have the states before and after; a contact that closes is reported as
 * that, then as what it does. */
typedef struct SystemMarch SystemMarch;

JudderErr system_march_create(const SystemMarchSetup *setup, SystemMarch **march);
void system_march_destroy(SystemMarch **march);

typedef struct SystemView {
    double t;
    const double *u, *v;
    const SystemContactState *contact;
    const SystemEnergy *energy;
} SystemView;
SystemView system_march_view(const SystemMarch *march);

const SystemMarchReport *system_march_report(const SystemMarch *march);
const SystemMarchSetup *system_march_setup(const SystemMarch *march);

#endif
