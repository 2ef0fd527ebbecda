/* A wall around a program that we start on a stranger's file. */
#ifndef JUDDER_STUDY_BODY_CONFINE_H
#define JUDDER_STUDY_BODY_CONFINE_H

#include <stdbool.h>

/* From now on this process, and whatever it becomes by exec, can start threads but no other processes. False:
 * the system has no such walls. */
bool confine_alone(void);

#endif
