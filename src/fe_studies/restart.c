/* What a path leaves for the studies after it, made from the words of a case, and brought back
 * when a run goes on. */
#include "fe/start.h"
#include "fe_studies/studies.h"
#include "friction/friction.h"

#include <stdlib.h>

static void path_forget(void **computed) {
    FePath *path = *computed;
    fe_error(fe_path_destroy(&path));
    *computed = NULL;
}

JudderErr fe_study_path_create(BodyPrepared *made, const Block *study) {
    const BodyParams *p = made->params;
    const PathWord *word = study->params;
    FePath *path = NULL;
    FePathLoad *loads = NULL;
    FeFix *fix = calloc(p->fix.count + 1, sizeof *fix);
    JudderErr err = fix ? fe_study_loads(made, &loads) : error_memory();
    if (made->forget) made->forget(&made->computed);
    err = fe_agree(err);
    if (err == JUDDER_OK) {
        const FePathData data = {.body = fe_study_body(made, fix),
                                 .contact = fe_study_contact(made),
                                 .mu = friction_at_rest(&made->friction, 0),
                                 .load = loads,
                                 .loads = (int)p->load.count,
                                 .every = (int)word->every,
                                 .whole_steps = !word->events};
        err = fe_error(fe_path_create(&data, &path));
    }
    free(fix);
    fe_study_loads_free(&loads, p->load.count);
    made->computed = path;
    made->computed_by = study;
    made->forget = path_forget;
    return err;
}

/* The position of the study that made the path; -1: there is none. */
static int path_position(const StudyRun *run, const BodyPrepared *made) {
    for (size_t i = 0; made->computed && i < run->all->count; i++)
        if (&run->all->at[i] == made->computed_by) return (int)i;
    return -1;
}

JudderErr fe_study_serialise(StudyRun *run, Archive *archive) {
    BodyPrepared *made = run->prepared;
    int by = path_position(run, made);
    archive_array(archive, "path of study", &by, sizeof by);
    if (archive_restores(archive)) {
        if (by < -1 || by >= (int)run->all->count || (by >= 0 && run->all->at[by].word != &path_word))
            archive_refuse(archive, "the study of the path");
        TRY(archive_state(archive));
        if (by >= 0) TRY(fe_study_path_create(made, &run->all->at[by]));
    }
    return made->computed ? fe_error(fe_path_serialise(made->computed, archive)) : JUDDER_OK;
}
