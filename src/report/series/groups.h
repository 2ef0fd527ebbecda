/* Which series belong into one figure: those of one unit whose names differ in one word, such as slip_1 and
 * slip_2, normal_force and tangential_force, stick_nodes and slip_nodes. Without a unit the word must be a
 * number, or the last word "nodes". */
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

#endif
