/* The studies of a case with bodies, for programs that have an MPI communicator. */
#include "library_fe/session.h"

#include "library/run/run.h"

judder_status judder_fe_case_check(const judder_case *given, char **plan) {
    if (plan) *plan = NULL;
    JudderErr err = session_enter();
    if (err == JUDDER_OK) err = fe_agree(check_case(given, fe_study_list, plan));
    return session_leave(err);
}

judder_status judder_fe_case_run(const judder_case *given, const judder_run_options *options,
                                 judder_run **run) {
    if (run) *run = NULL;
    JudderErr err = session_enter();
    if (err == JUDDER_OK) err = fe_agree(check_given(run, "run"));
    if (err == JUDDER_OK) err = run_given(given, options, &fe_team, fe_study_list, run);
    return session_leave(err);
}
