/* What judder-fe and libjudder_fe compute that others hand over to them, by the lists of study/studies.h. */
#include "study/run/list.h"
#include "fe_studies/studies.h"
#include "study/system/system_model.h"

static const ModelStudy body_studies[] = {BODY_STUDIES(STUDY_ENTRY){0}};
static const ModelStudy system_studies[] = {LARGE_SYSTEM_STUDIES(STUDY_ENTRY){0}};

const CompanionModel fe_study_list[] = {{&body_model, body_studies, &body_march, fe_study_serialise},
                                        {&system_model, system_studies, &system_march_model, NULL},
                                        {0}};
