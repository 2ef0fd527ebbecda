/* What the verbs share: signals, and names of results. */
#ifndef JUDDER_CLI_SIGNALS_H
#define JUDDER_CLI_SIGNALS_H

#include <stddef.h>

/* The first signal asks to stop at the next step; the second one ends the program at once, with the file as
 * last flushed. */
void watch_signals(void);
/* The first one ends the program at once, and nothing half done is left: for what has nothing to save. */
void watch_signals_to_end(void);
/* The case's name with another ending, in the present folder. */
void result_name(const char *file, const char *ending, char *name, size_t size);

#endif
