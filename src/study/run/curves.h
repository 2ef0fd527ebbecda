/* Curves that a report draws and cannot know by itself. */
#ifndef JUDDER_STUDY_CURVES_H
#define JUDDER_STUDY_CURVES_H

#include "study/model.h"

/* The friction law of the model as the field "friction_law"; nothing for a law that depends on more than the
 * slip speed, or a model without one. */
JudderErr curves_write_law(StudyRun *run);

#endif
