/* Where an axis has its ticks, and how numbers stand beside them. */
#ifndef JUDDER_REPORT_PLOT_TICKS_H
#define JUDDER_REPORT_PLOT_TICKS_H

#include <stdbool.h>
#include <stddef.h>

enum { TICKS_MOST = 24, TICK_TEXT = 24 };

typedef struct Tick {
    double value; /* in the numbers of the data */
    char text[TICK_TEXT];
    bool minor; /* a mark without a text */
} Tick;

typedef struct Ticks {
    size_t count;
    Tick at[TICKS_MOST];
    double factor;   /* the numbers shown are those of the data divided by it */
    char prefix[24]; /* of the unit, "m" for milli; or a power of ten for numbers without a unit */
} Ticks;

/* Ticks of [low, high], about as many as wanted: at multiples of 1, 2, 2.5 or 5 times a power of ten; on a
 * log axis (low > 0) at powers of ten, or between them where the range is short. low < high, both finite. */
typedef struct TickWish {
    double low, high;
    bool log;
    size_t wanted;
    const char *unit;
} TickWish;
void ticks_make(const TickWish *wish, Ticks *ticks);

/* The range that an axis shows for data in [low, high]: a little wider, never empty. */
void range_pad(double *low, double *high, bool log);

/* A number for people: five significant digits, no needless zeros. */
void number_show(double number, char text[40]);

#endif
