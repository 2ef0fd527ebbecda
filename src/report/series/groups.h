/* Which series belong into one figure: those of one unit whose names differ in one word, such as slip_1 and
 * slip_2, normal_force and tangential_force, stick_nodes and slip_nodes. Names with numbers differ in a
 * number: pressure_1 and shear_1 do not belong together. Without a unit the word must be a number, or the
 * last word "nodes". */
#ifndef JUDDER_REPORT_SERIES_GROUPS_H
#define JUDDER_REPORT_SERIES_GROUPS_H

#include "report/series/thin.h"

typedef struct Groups {
    size_t count;
    int of[THIN_COLUMNS];                              /* the group of a column; -1: it has none */
    size_t first[THIN_COLUMNS], members[THIN_COLUMNS]; /* of a group */
    int word[THIN_COLUMNS];                            /* in which the names differ; -1: one member */
} Groups;

/* Of the columns that vary beyond rounding, but for the one that they are drawn over. */
void groups_make(const Thin *thin, int over, Groups *groups);
/* What the names share: "slip", "force". */
void group_name(const Groups *groups, const Thin *thin, int group, char name[64]);

/* The series that a page shows: of those that are counted (slip_1 to slip_24) a few from the first to the
 * last, so that their curves can be told apart, and all others, as far as there is room. Returns how many. */
size_t groups_choose(const ReaderSets *series, const ReaderSet *chosen[THIN_COLUMNS]);
/* How many series of the kind of the first of a group the page does not show, and the name of one of them. */
size_t groups_left_out(const ReaderSets *series, const Thin *thin, const ReaderSet *first, const char **one);

#endif
