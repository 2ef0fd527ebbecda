/* The studies of every model: word, check, run. A new one is its file and one line here: its word is then in
 * the language, the manual and the completions. The word and both functions are in the file of the study; of
 * studies that need finite elements `run` is in src/fe_studies, and judder itself has their checks alone. */
#ifndef JUDDER_STUDY_STUDIES_H
#define JUDDER_STUDY_STUDIES_H

#include "study/model.h"

/* clang-format off */
/* Of every motion, or of what its march recorded. */
#define MOTION_STUDIES(add) \
    add(march_word, march_check, march_run) \
    add(spectrum_word, spectrum_check, spectrum_run)

/* Of one model, beside those. */
#define INCLUSION_STUDIES(add) \
    add(limit_word, limit_check, limit_run) \
    add(branches_word, branches_check, branches_run)
#define SLAB_STUDIES(add) \
    add(limit_word, limit_check, limit_run) \
    add(period_word, slab_check_period, slab_run_period) \
    add(refine_word, refine_check, refine_run)
#define BEAM_STUDIES(add) \
    add(steady_word, steady_check, steady_run)
#define SLIDER_STUDIES(add) \
    add(cycle_word, cycle_check, cycle_run)
#define SYSTEM_STUDIES(add) \
    add(stability_word, system_check_stability, system_run_stability) \
    add(cycle_word, cycle_check, cycle_run)

/* Run by a program with finite elements. */
#define BODY_STUDIES(add) \
    add(path_word, body_check_path, fe_study_path) \
    add(stability_word, body_check_stability, fe_study_stability) \
    add(march_word, march_check, march_run) \
    add(limit_word, limit_check, limit_run)
#define LARGE_SYSTEM_STUDIES(add) \
    add(stability_word, system_check_stability, fe_study_system)

#define ALL_STUDIES(add) \
    MOTION_STUDIES(add) INCLUSION_STUDIES(add) SLAB_STUDIES(add) BEAM_STUDIES(add) SLIDER_STUDIES(add) \
    SYSTEM_STUDIES(add) \
    BODY_STUDIES(add) LARGE_SYSTEM_STUDIES(add)

/* What a list is expanded to: entries of a list of ModelStudy, and declarations. */
#define STUDY_ENTRY(word, check, run) {&word, check, run},
#define STUDY_DECLARE(word, check, run) \
    extern const Word word; \
    JudderErr check(StudyRun *); \
    JudderErr run(StudyRun *);
ALL_STUDIES(STUDY_DECLARE)
/* clang-format on */

#endif
