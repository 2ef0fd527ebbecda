/* A motion of any model for the caller of the library: told, asked and recorded. */
#ifndef JUDDER_LIBRARY_MOTION_H
#define JUDDER_LIBRARY_MOTION_H

#include "judder/base.h"

#include "base/error.h"
#include "stepper/stepper.h"

typedef struct Watched {
    Stepper *stepper;
    judder_watch watch; /* of the caller */
    judder_rows *rows;  /* of the march under way */
} Watched;

/* From now on the motion tells the caller. */
void watched_open(Watched *watched, Stepper *stepper, const judder_watch *watch);
/* So many steps further, 0: to the end; rows may be NULL. */
JudderErr watched_march(Watched *watched, size_t steps, judder_rows *rows);

#endif
