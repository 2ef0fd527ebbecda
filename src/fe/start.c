#include "fe/start.h"

#include "base/dense.h"
#include "base/log.h"

#include <fcntl.h>
#include <slepcsys.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWN_CODES = 100000 }; /* beyond the codes of PETSc */

static int ranks = 1, rank;
static bool own_mpi;     /* MPI was started here, so it is ended here */
static bool shared;      /* the last error that ranks agreed on is known to all of them */
static FILE *complaints; /* stderr as it was at the start: other ranks than the first may be silenced later */

/* A process alone needs no daemon and no network: 390 ms become 70. Under mpirun nothing is touched. */
static void ease_lonely_start(void) {
    if (getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || getenv("PMI_RANK")) return;
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    setenv("OMPI_MCA_pml", "ob1", 0);
    setenv("OMPI_MCA_btl", "self", 0);
}

/* What would tell a child of a process of mpirun that it has others. */
static void forget_ranks(void) {
    static const char *const prefixes[] = {"OMPI_", "PMIX_", "PMI_", "ORTE_"};
    for (size_t i = 0; environ[i];) {
        char name[256];
        const size_t length = strcspn(environ[i], "=");
        bool found = false;
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
            found = found || strncmp(environ[i], prefixes[k], strlen(prefixes[k])) == 0;
        if (!found || length >= sizeof name) {
            i++;
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)length, environ[i]);
        unsetenv(name); /* the next one takes its place */
    }
}

static JudderErr machine_error(PetscErrorCode code, const char *function, const char *message) {
    if (code == PETSC_ERR_MEM) return error_memory();
    return error_machine("%s: %s (PETSc error %d)", function ? function : "PETSc", message ? message : "",
                         code);
}

/* A failure that the other ranks do not know of would keep them waiting: with several ranks it ends all. */
static void end_all(void) {
    if (ranks == 1) return;
    fprintf(complaints ? complaints : stderr, "rank %d: %s\n", rank, error_message());
    MPI_Abort(PETSC_COMM_WORLD, JUDDER_MACHINE);
}

/* Keeps the words of the first report of an error; the way upwards is silent. */
static PetscErrorCode on_error(MPI_Comm comm, int line, const char *function, const char *file,
                               PetscErrorCode code, PetscErrorType type, const char *message, void *context) {
    (void)comm, (void)line, (void)file, (void)context;
    if (type != PETSC_ERROR_INITIAL || code > OWN_CODES) return code;
    machine_error(code, function, message);
    end_all();
    return code;
}

static void complaints_open(void) {
    const int copy = dup(STDERR_FILENO);
    complaints = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (complaints)
        setvbuf(complaints, NULL, _IONBF, 0);
    else if (copy >= 0)
        close(copy);
}

static void complaints_close(void) {
    if (complaints) fclose(complaints);
    complaints = NULL;
}

/* What MPI loads looks for its settings in the folder it starts in (UCX: ucx.conf; Open MPI: .openmpi below a
 * home that is not set), and a setting names libraries to load. The folder may be a stranger's, so it starts
 * in another one. */
static JudderErr start_mpi(int *count, char ***words) {
    int running = 0, provided;
    MPI_Initialized(&running);
    if (running) return JUDDER_OK;
    const int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    const bool left = here >= 0 && chdir("/") == 0;
    if (here >= 0 && !left) close(here);
    REQUIRE(left, error_machine("the current folder cannot be left to start MPI"));
    own_mpi = MPI_Init_thread(count, words, MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS;
    const bool back = fchdir(here) == 0;
    close(here);
    REQUIRE(own_mpi, error_machine("MPI does not start"));
    REQUIRE(back, error_machine("the current folder is gone"));
    return JUDDER_OK;
}

static void end_mpi(void) {
    if (own_mpi) MPI_Finalize();
    own_mpi = false;
}

/* PETSc reads .petscrc and petscrc of the current folder and the home folder, which can name libraries to
 * load and files to write: never here. It looks at this word only if it is given at least one; a value of the
 * word it would free before it copies it. */
static PetscErrorCode start_petsc(int count, char **words) {
    static char name[] = "judder";
    static char *alone[] = {name, NULL};
    if (count < 1) count = 1, words = alone;
    PetscErrorCode code = PetscOptionsSetValue(NULL, "-skip_petscrc", NULL);
    if (!code) code = PetscOptionsSetValue(NULL, "-no_signal_handler", "true");
    return code ? code : SlepcInitialize(&count, &words, NULL, NULL);
}

static JudderErr start(int count, char **words) {
    dense_one_thread();
    /* Threads of Scotch cut a mesh as they come to it, and no two runs would agree to the last bit. */
    setenv("SCOTCH_PTHREAD_NUMBER", "1", 0);
    TRY(start_mpi(&count, &words));
    complaints_open();
    PetscErrorCode code = start_petsc(count, words);
    const bool runs = !code;
    if (!code) code = PetscPushErrorHandler(on_error, NULL);
    if (code) {
        if (runs) SlepcFinalize();
        end_mpi();
        complaints_close();
        return error_machine("PETSc does not start: error %d", code);
    }
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
    shared = false;
    return JUDDER_OK;
}

JudderErr fe_start(int count, char **words) {
    ease_lonely_start();
    return start(count, words);
}

JudderErr fe_start_on(MPI_Comm communicator, int count, char **words) {
    PetscBool running;
    PetscErrorCode code = PetscInitialized(&running);
    REQUIRE(!code && !running,
            error_input("communicator", "PETSc runs already, on a communicator of its own"));
    PETSC_COMM_WORLD = communicator;
    const JudderErr err = start(count, words);
    if (err != JUDDER_OK) PETSC_COMM_WORLD = MPI_COMM_NULL; /* as before the first start */
    return err;
}

void fe_end(void) {
    SlepcFinalize();
    end_mpi();
    complaints_close();
    ranks = 1, rank = 0;
}

int fe_rank(void) {
    return rank;
}

PetscErrorCode fe_code(JudderErr err) {
    if (err == JUDDER_MACHINE && !shared) end_all();
    return err == JUDDER_OK ? 0 : OWN_CODES + (PetscErrorCode)err;
}

JudderErr fe_error(PetscErrorCode code) {
    if (code > OWN_CODES) return (JudderErr)(code - OWN_CODES);
    return code ? JUDDER_MACHINE : JUDDER_OK;
}

JudderErr fe_agree(JudderErr err) {
    struct {
        int err, rank;
    } own = {(int)err, rank}, worst;
    if (ranks == 1) return err;
    MPI_Allreduce(&own, &worst, 1, MPI_2INT, MPI_MAXLOC, PETSC_COMM_WORLD);
    shared = worst.err != (int)JUDDER_OK;
    if (!shared) return JUDDER_OK;
    ErrorWords words = error_words();
    char from[32];
    MPI_Bcast(&words, (int)sizeof words, MPI_BYTE, worst.rank, PETSC_COMM_WORLD);
    snprintf(from, sizeof from, "rank %d", worst.rank);
    if (own.err != worst.err) error_repeat(from, &words);
    return (JudderErr)worst.err;
}

JudderErr fe_share(void **bytes, size_t *size) {
    enum { AT_ONCE = 1 << 30 }; /* MPI counts in int */
    unsigned long long all = *size;
    if (ranks == 1) return JUDDER_OK;
    MPI_Bcast(&all, 1, MPI_UNSIGNED_LONG_LONG, 0, PETSC_COMM_WORLD);
    *size = (size_t)all;
    if (rank > 0) *bytes = all > 0 ? malloc(*size) : NULL;
    const JudderErr err = fe_agree(*bytes || all == 0 ? JUDDER_OK : error_memory());
    for (size_t at = 0; err == JUDDER_OK && at < *size; at += AT_ONCE) {
        const size_t left = *size - at;
        MPI_Bcast((char *)*bytes + at, (int)(left < AT_ONCE ? left : AT_ONCE), MPI_BYTE, 0, PETSC_COMM_WORLD);
    }
    if (err != JUDDER_OK && rank > 0) {
        free(*bytes);
        *bytes = NULL, *size = 0;
    }
    return err;
}

bool fe_any(bool own) {
    int mine = own, any = own;
    if (ranks == 1) return own;
    MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, PETSC_COMM_WORLD);
    return any != 0;
}

bool fe_stop_requested(void) {
    const bool any = fe_any(stop_requested());
    if (any) stop_follow();
    return any;
}

static bool is_first(void) {
    return rank == 0;
}

static JudderErr begin_alone(void) {
    char *words[] = {(char[]){"judder-fe"}, NULL};
    forget_ranks();
    return fe_start(1, words);
}

const Team fe_team = {.first = is_first,
                      .agree = fe_agree,
                      .stop = fe_stop_requested,
                      .any = fe_any,
                      .share = fe_share,
                      .begin = begin_alone,
                      .end = fe_end};
