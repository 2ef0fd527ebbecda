/* What judder-fe and libjudder_fe compute that others hand over to them: a study is one entry here. */
#include "fe_studies/studies.h"
#include "study/limit/limit.h"
#include "study/march/march.h"
#include "study/stability/stability.h"
#include "study/system/system_model.h"

static const ModelStudy body_studies[] = {{&path_word, body_check_path, fe_study_path},
                                          {&stability_word, body_check_stability, fe_study_stability},
                                          {&march_word, march_check, march_run},
                                          {&limit_word, limit_check, limit_run},
                                          {0}};

static const ModelStudy system_studies[] = {{&stability_word, system_check_large, fe_study_system}, {0}};

const CompanionModel fe_study_list[] = {{&body_model, body_studies, &body_march, fe_study_serialise},
                                        {&system_model, system_studies, &system_march_model, NULL},
                                        {0}};
