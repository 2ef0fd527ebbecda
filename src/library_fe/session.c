#include "library_fe/session.h"

#include "base/log.h"

/* PETSc is one for the whole process, so this is one as well. */
static bool started;

static bool thread_goes_on(void *context) {
    (void)context;
    return judder_thread_goes_on();
}

JudderErr session_enter(void) {
    REQUIRE(started, error_input(NULL, "judder_fe_start was not called"));
    stop_ask(&(StopQuestion){thread_goes_on, NULL});
    return JUDDER_OK;
}

judder_status session_leave(JudderErr err) {
    stop_ask(NULL);
    if (err == JUDDER_OK) return JUDDER_STATUS_OK;
    judder_error_set((judder_status)err, error_message());
    judder_error_set_field(error_field());
    return (judder_status)err;
}

static JudderErr start(MPI_Comm communicator, int count, char **words) {
    static char name[] = "judder_fe";
    static char *own_words[] = {name, NULL};
    int running = 0;
    MPI_Initialized(&running);
    REQUIRE(running, error_input("communicator", "MPI does not run: call MPI_Init first"));
    REQUIRE(!started, error_input("communicator", "a session is already open: end it first"));
    REQUIRE(words || count <= 0, error_input("words", "words is NULL: %d are promised", count));
    REQUIRE(communicator != MPI_COMM_NULL, error_input("communicator", "the communicator is MPI_COMM_NULL"));
    TRY(fe_start_on(communicator, count > 0 ? count : 1, count > 0 ? words : own_words));
    started = true;
    return JUDDER_OK;
}

judder_status judder_fe_start(MPI_Comm communicator, int count, char **words) {
    return session_leave(start(communicator, count, words));
}

void judder_fe_end(void) {
    if (started) fe_end();
    started = false;
}
