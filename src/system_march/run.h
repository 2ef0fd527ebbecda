/* What the files of this folder share. */
#ifndef JUDDER_SYSTEM_MARCH_RUN_H
#define JUDDER_SYSTEM_MARCH_RUN_H

#include "system_march/events/events.h"
#include "system_march/stages/stages.h"
#include "system_march/state/sections.h"
#include "system_march/system_march.h"

extern const StepperKind system_stepper;
JudderErr system_serialise(Stepper *stepper, Archive *archive);

#endif
