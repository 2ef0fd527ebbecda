/* The series of a march of a body. */
#ifndef JUDDER_STUDY_BODY_RECORDED_H
#define JUDDER_STUDY_BODY_RECORDED_H

#include "study/model.h"

/* Of all marches, and of each watched node; both end with a NULL name. */
extern const ResultsColumn body_columns[], body_watched_columns[];
enum { BODY_COLUMNS = 13, BODY_WATCHED_COLUMNS = 5 };

/* "slip_2" of the second watched node of several; "slip" of the only one. */
enum { BODY_COLUMN_NAME = 32 };
void body_watched_name(int column, size_t node, size_t nodes, char name[BODY_COLUMN_NAME]);

JudderErr body_recorded(const StudyRun *march, RecordedTell *tell, void *context);

#endif
