/* A r + S mu(r, state advanced by `duration` at r) = Q for laws with a state; see
 * friction_root.h. (FR-6), (FR-7) */
#ifndef JUDDER_FRICTION_FRICTION_ROOT_STATE_H
#define JUDDER_FRICTION_FRICTION_ROOT_STATE_H

#include "friction/friction_root.h"

FrictionRoot friction_root_with_state(const Friction *friction, const FrictionEquation *equation);
size_t friction_root_list_with_state(const Friction *friction, const FrictionEquation *equation, double *r,
                                     size_t room);

#endif
