/* Walls around a program that we start on a stranger's file. They hold for this process and whatever it
 * becomes by exec, and nothing takes them down again.
 *
 * Files (Landlock, Linux 5.13): none is written, made or removed; none is read but libraries, what every
 * program may know of the machine, and the program itself. What is handed over is open already, or lies in
 * memory. Calls (seccomp): threads but no processes, no network, no signals to others, no rights or times of
 * files. What is not on the list does not exist, so a library takes the older way. Bounds: memory, processor
 * time, size of a file, no dump of a fault; no powers of root.
 */
#ifndef JUDDER_STUDY_BODY_GMSH_CONFINE_H
#define JUDDER_STUDY_BODY_GMSH_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Bounds {
    size_t memory;          /* bytes; of a file a quarter of it */
    long seconds;           /* by the clock: whoever waits for the program sees to that */
    long processor_seconds; /* of all its threads */
} Bounds;

/* The wall of files for that program, to be entered later: a descriptor, or -1 if the kernel has none. */
int confine_prepare(const char *program);
/* Between fork and exec. False: the system has no such wall; then nothing must be started. */
bool confine_files(int prepared);
bool confine_calls(void);
bool confine_bounds(const Bounds *bounds);

#endif
