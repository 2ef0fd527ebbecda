/* Processes, not threads: whatever a case does to one cannot harm the others. Each reads indices from a
 * pipe and answers with frames on another; it leaves no file. */
#include "study/sweep/points/workers.h"

#include "base/array/grow.h"
#include "base/bytes.h"
#include "base/log.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    AHEAD = 32,
    PATIENCE = 200,
    LEAST_READ = 65536
};                            /* points that a worker is given at most; ms; bytes */
#define LONGEST_SILENCE 0.003 /* seconds between answers, if there are any */

typedef struct Answer {
    uint64_t index;
    uint64_t length;
} Answer;

typedef struct Worker {
    pid_t pid;
    int to, from; /* -1: closed */
    size_t given[AHEAD], count;
    _Atomic uint64_t *at; /* the point that it is at, in memory that both see */
    unsigned char *bytes;
    size_t length, room;
} Worker;

typedef struct Crew {
    const SweepWork *work;
    Worker *workers;
    struct pollfd *polls;
    _Atomic uint64_t *places;   /* of the workers */
    size_t next;                /* point to look at */
    size_t *again, again_count; /* given to workers that died before they came to them */
    size_t left, answered;      /* points without an answer, and with one */
    double begun;
} Crew;

size_t workers_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    const int count = CPU_COUNT(&set);
    return count > 0 ? (size_t)count : 1;
}

/* --- in the worker --- */

/* Answers that wait to be sent: many short points would otherwise spend their time on messages. */
typedef struct Outbox {
    int to;
    unsigned char *bytes;
    size_t length, room;
    double last_sent;
} Outbox;

static bool outbox_put(Outbox *box, const void *bytes, size_t count) {
    if (!grow(&box->bytes, &box->room, box->length + count, 1)) return false;
    memcpy(box->bytes + box->length, bytes, count);
    box->length += count;
    return true;
}

static bool outbox_send(Outbox *box) {
    const bool good = bytes_write(box->to, box->bytes, box->length);
    box->length = 0;
    box->last_sent = clock_seconds();
    return good;
}

static bool answer(const SweepPlan *plan, size_t index, JudderErr ready, Outbox *box) {
    Point point;
    unsigned char *bytes = NULL;
    size_t size = 0;
    JudderErr err = ready == JUDDER_OK ? point_run(plan, index, &point) : ready;
    if (err != JUDDER_OK) err = point_fail(&point, POINT_FAILED, error_message());
    if (err == JUDDER_OK) err = point_pack(&point, &bytes, &size);
    if (err == JUDDER_OK) point_release(&point);
    const Answer head = {index, size};
    const bool good = err == JUDDER_OK && outbox_put(box, &head, sizeof head) && outbox_put(box, bytes, size);
    free(bytes);
    return good;
}

static bool is_waiting(int fd) {
    struct pollfd input = {.fd = fd, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

static _Noreturn void be_worker(const SweepPlan *plan, int from, Outbox box, _Atomic uint64_t *at) {
    uint64_t index;
    bool good = true;
    const JudderErr ready = plan->team->begin();
    while (good && bytes_read(from, &index, sizeof index)) {
        atomic_store(at, index);
        good = answer(plan, (size_t)index, ready, &box);
        if (good && (!is_waiting(from) || clock_seconds() - box.last_sent > LONGEST_SILENCE))
            good = outbox_send(&box);
    }
    if (ready == JUDDER_OK) plan->team->end();
    _exit(good ? 0 : 3);
}

/* The one who started it decides when it ends; it never outlives that one. */
static void behave_as_worker(pid_t parent) {
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    /* A fault ends this process alone, by its signal, and takes no file of the parent with it. */
    static const int fatal[] = {SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#if !defined(__SANITIZE_ADDRESS__) && !defined(JUDDER_SANITIZED) /* which tell of faults themselves */
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
#else
    signal(fatal[0], SIG_DFL);
#endif
    stop_keeps(NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
}

/* The pipes of others, and the journal, whose lock would else live as long as the last worker. */
static void close_all_but(unsigned one, unsigned other) {
    const unsigned low = one < other ? one : other, high = one < other ? other : one;
    if (low > 3) close_range(3, low - 1, 0);
    if (high > low + 1) close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0u, 0);
}

/* --- in the one who started them --- */

static JudderErr worker_start(Crew *crew, Worker *worker) {
    int down[2], up[2];
    const pid_t self = getpid();
    atomic_store(worker->at, UINT64_MAX);
    REQUIRE(pipe(down) == 0, error_machine("no pipe for a process of the sweep: %s", strerror(errno)));
    if (pipe(up) != 0) {
        close(down[0]), close(down[1]);
        return error_machine("no pipe for a process of the sweep: %s", strerror(errno));
    }
    worker->pid = fork();
    if (worker->pid == 0) {
        behave_as_worker(self);
        close_all_but((unsigned)down[0], (unsigned)up[1]);
        be_worker(crew->work->plan, down[0], (Outbox){.to = up[1]}, worker->at);
    }
    close(down[0]), close(up[1]);
    if (worker->pid < 0) {
        close(down[1]), close(up[0]);
        return error_machine("a process of the sweep cannot be started: %s", strerror(errno));
    }
    worker->to = down[1], worker->from = up[0];
    worker->count = worker->length = 0;
    if (crew->begun == 0) crew->begun = clock_seconds();
    return JUDDER_OK;
}

static bool next_point(Crew *crew, size_t *index) {
    const SweepPlan *plan = crew->work->plan;
    if (crew->again_count > 0) {
        *index = crew->again[--crew->again_count];
        return true;
    }
    while (crew->next < plan->grid.points && crew->work->done[crew->next]) crew->next++;
    if (crew->next == plan->grid.points) return false;
    *index = crew->next++;
    return true;
}

/* Short points are given out ahead, so that nobody waits for messages; long ones are not, and near the end
 * nobody gets points that another could begin. */
static size_t points_ahead(const Crew *crew) {
    const double jobs = (double)crew->work->jobs, spent = clock_seconds() - crew->begun,
                 each = crew->answered > 0 ? spent * jobs / (double)crew->answered : 1;
    const double wanted = fmin(fmin(10 * LONGEST_SILENCE / each, (double)crew->left / (8 * jobs)), AHEAD);
    return wanted > 1 ? (size_t)wanted : 1;
}

static void worker_feed(Crew *crew, Worker *worker) {
    const size_t wanted = points_ahead(crew);
    uint64_t numbers[AHEAD];
    size_t count = 0, index;
    while (worker->to >= 0 && worker->count < wanted && next_point(crew, &index)) {
        worker->given[worker->count++] = index;
        numbers[count++] = index;
    }
    /* If it died, its end is seen elsewhere. */
    if (count > 0) bytes_write(worker->to, numbers, count * sizeof *numbers);
}

static JudderErr take_answer(Crew *crew, Worker *worker, const Answer *head) {
    const unsigned char *bytes = worker->bytes + sizeof *head;
    REQUIRE(worker->count > 0 && worker->given[0] == head->index,
            error_machine("a process of the sweep answers nonsense"));
    memmove(worker->given, worker->given + 1, --worker->count * sizeof *worker->given);
    crew->left--;
    crew->answered++;
    TRY(crew->work->take(crew->work->context, (size_t)head->index, bytes, (size_t)head->length));
    const size_t used = sizeof *head + (size_t)head->length;
    memmove(worker->bytes, worker->bytes + used, worker->length -= used);
    return JUDDER_OK;
}

/* Gives a point up for which there will be no answer. */
static JudderErr lose_point(Crew *crew, size_t index, const char *reason) {
    Point point;
    unsigned char *bytes = NULL;
    size_t size = 0;
    TRY(point_fail(&point, POINT_FAILED, reason));
    JudderErr err = point_pack(&point, &bytes, &size);
    point_release(&point);
    crew->left--;
    if (err == JUDDER_OK) err = crew->work->take(crew->work->context, index, bytes, size);
    free(bytes);
    return err;
}

/* The end of a process: the point that it was at fails; those that it had before it, or has done without
 * saying so, are given to someone else. */
static JudderErr worker_died(Crew *crew, Worker *worker) {
    int status = 0;
    char reason[160] = "the process ended without an answer";
    size_t at = (size_t)atomic_load(worker->at), place = 0;
    close(worker->to), close(worker->from);
    worker->to = worker->from = -1;
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) continue;
    worker->pid = 0;
    if (WIFSIGNALED(status))
        snprintf(reason, sizeof reason, "the process was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    /* One that died before it began would else be started again for ever. */
    while (place < worker->count && worker->given[place] != at) place++;
    if (place == worker->count && worker->count > 0) at = worker->given[0];
    const bool lost = worker->count > 0;
    for (size_t i = 0; i < worker->count; i++)
        if (worker->given[i] != at) crew->again[crew->again_count++] = worker->given[i];
    worker->count = 0;
    if (lost) TRY(lose_point(crew, at, reason));
    return crew->left > 0 ? worker_start(crew, worker) : JUDDER_OK;
}

static JudderErr worker_listen(Crew *crew, Worker *worker) {
    REQUIRE(grow(&worker->bytes, &worker->room, worker->length + LEAST_READ, 1), error_memory());
    const ssize_t got = read(worker->from, worker->bytes + worker->length, worker->room - worker->length);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return JUDDER_OK;
    if (got <= 0) return worker_died(crew, worker);
    worker->length += (size_t)got;
    Answer head;
    while (worker->length >= sizeof head) {
        memcpy(&head, worker->bytes, sizeof head);
        if (worker->length - sizeof head < head.length) break;
        TRY(take_answer(crew, worker, &head));
    }
    return JUDDER_OK;
}

static JudderErr work_on(Crew *crew) {
    struct pollfd *polls = crew->polls;
    const size_t jobs = crew->work->jobs;
    for (size_t i = 0; i < jobs; i++) TRY(worker_start(crew, &crew->workers[i]));
    while (crew->left > 0 && !stop_requested()) {
        for (size_t i = 0; i < jobs; i++) {
            worker_feed(crew, &crew->workers[i]);
            polls[i] = (struct pollfd){.fd = crew->workers[i].from, .events = POLLIN};
        }
        if (poll(polls, (nfds_t)jobs, PATIENCE) < 0 && errno != EINTR)
            return error_machine("the processes of the sweep cannot be heard: %s", strerror(errno));
        for (size_t i = 0; i < jobs; i++)
            if (polls[i].revents) TRY(worker_listen(crew, &crew->workers[i]));
        TRY(crew->work->rest(crew->work->context));
    }
    return JUDDER_OK;
}

/* They hold nothing that would be lost. */
static void dismiss(Crew *crew) {
    for (size_t i = 0; i < crew->work->jobs; i++) {
        Worker *worker = &crew->workers[i];
        if (worker->pid > 0) {
            kill(worker->pid, SIGKILL);
            while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR) continue;
        }
        if (worker->to >= 0) close(worker->to), close(worker->from);
        free(worker->bytes);
    }
}

static void crew_release(Crew *crew) {
    if (crew->workers) dismiss(crew);
    if (crew->places) munmap(crew->places, crew->work->jobs * sizeof *crew->places);
    free(crew->workers);
    free(crew->again);
    free(crew->polls);
}

static JudderErr crew_prepare(Crew *crew) {
    const size_t jobs = crew->work->jobs;
    crew->workers = calloc(jobs, sizeof *crew->workers);
    crew->again = calloc(jobs * AHEAD, sizeof *crew->again);
    crew->polls = calloc(jobs, sizeof *crew->polls);
    void *shared = mmap(NULL, jobs * sizeof *crew->places, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0);
    if (shared != MAP_FAILED) crew->places = shared;
    for (size_t i = 0; crew->workers && i < jobs; i++) {
        crew->workers[i].to = crew->workers[i].from = -1;
        crew->workers[i].at = crew->places ? &crew->places[i] : NULL;
    }
    return crew->workers && crew->again && crew->polls && crew->places ? JUDDER_OK : error_memory();
}

JudderErr workers_run(const SweepWork *work) {
    SweepWork fewer = *work;
    Crew crew = {.work = &fewer};
    for (size_t i = 0; i < work->plan->grid.points; i++) crew.left += !work->done[i];
    if (crew.left == 0) return JUDDER_OK;
    if (fewer.jobs > crew.left) fewer.jobs = crew.left;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    JudderErr err = crew_prepare(&crew);
    if (err == JUDDER_OK) err = work_on(&crew);
    crew_release(&crew);
    signal(SIGPIPE, before);
    return err;
}
