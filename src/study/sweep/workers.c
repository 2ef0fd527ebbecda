/* Processes, not threads: whatever a case does to one cannot harm the others. Each reads indices from a
 * pipe and answers with frames on another; it leaves no file. */
#include "study/sweep/workers.h"

#include "base/log.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AHEAD = 4, PATIENCE = 200 }; /* points given to a worker beyond the one it is at; ms */

typedef struct Answer {
    uint64_t index;
    uint64_t length;
} Answer;

typedef struct Worker {
    pid_t pid;
    int to, from; /* -1: closed */
    size_t given[AHEAD + 1], count;
    unsigned char *bytes;
    size_t length, room;
} Worker;

typedef struct Crew {
    const SweepWork *work;
    Worker *workers;
    size_t next;                /* point to look at */
    size_t *again, again_count; /* given to workers that died before they came to them */
    size_t left;                /* points without an answer */
} Crew;

size_t workers_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    const int count = CPU_COUNT(&set);
    return count > 0 ? (size_t)count : 1;
}

static bool move_all(ssize_t (*move)(int, void *, size_t), int fd, void *at, size_t count) {
    char *place = at;
    while (count > 0) {
        const ssize_t moved = move(fd, place, count);
        if (moved < 0 && errno == EINTR) continue;
        if (moved <= 0) return false;
        place += moved;
        count -= (size_t)moved;
    }
    return true;
}

static ssize_t put(int fd, void *at, size_t count) {
    return write(fd, at, count);
}

/* --- in the worker --- */

static bool answer(const SweepPlan *plan, size_t index, int to) {
    Point point;
    unsigned char *bytes = NULL;
    size_t size = 0;
    JudderErr err = point_run(plan, index, &point);
    if (err != JUDDER_OK) err = point_fail(&point, POINT_FAILED, error_message());
    if (err == JUDDER_OK) err = point_pack(&point, &bytes, &size);
    if (err == JUDDER_OK) point_release(&point);
    if (err != JUDDER_OK) return false;
    Answer head = {index, size};
    const bool good = move_all(put, to, &head, sizeof head) && move_all(put, to, bytes, size);
    free(bytes);
    return good;
}

static _Noreturn void be_worker(const SweepPlan *plan, int from, int to, pid_t parent) {
    /* The one who started it decides when it ends; it never outlives that one. */
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    uint64_t index;
    if (getppid() == parent)
        while (move_all(read, from, &index, sizeof index))
            if (!answer(plan, (size_t)index, to)) _exit(3);
    _exit(0);
}

/* --- in the one who started them --- */

static JudderErr worker_start(Crew *crew, Worker *worker) {
    int down[2], up[2];
    const pid_t self = getpid();
    REQUIRE(pipe(down) == 0, error_machine("no pipe for a process of the sweep: %s", strerror(errno)));
    if (pipe(up) != 0) {
        close(down[0]), close(down[1]);
        return error_machine("no pipe for a process of the sweep: %s", strerror(errno));
    }
    worker->pid = fork();
    if (worker->pid == 0) {
        for (size_t i = 0; i < crew->work->jobs; i++) {
            if (crew->workers[i].to >= 0) close(crew->workers[i].to);
            if (crew->workers[i].from >= 0) close(crew->workers[i].from);
        }
        close(down[1]), close(up[0]);
        be_worker(crew->work->plan, down[0], up[1], self);
    }
    close(down[0]), close(up[1]);
    if (worker->pid < 0) {
        close(down[1]), close(up[0]);
        return error_machine("a process of the sweep cannot be started: %s", strerror(errno));
    }
    worker->to = down[1], worker->from = up[0];
    worker->count = worker->length = 0;
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

/* Near the end nobody gets points ahead that another could begin. */
static void worker_feed(Crew *crew, Worker *worker) {
    const size_t wanted = crew->left > 8 * AHEAD * crew->work->jobs ? AHEAD : 1;
    size_t index;
    while (worker->to >= 0 && worker->count < wanted && next_point(crew, &index)) {
        uint64_t number = index;
        worker->given[worker->count++] = index;
        if (!move_all(put, worker->to, &number, sizeof number))
            return; /* it died: its end is seen elsewhere */
    }
}

static JudderErr take_answer(Crew *crew, Worker *worker, const Answer *head) {
    const unsigned char *bytes = worker->bytes + sizeof *head;
    REQUIRE(worker->count > 0 && worker->given[0] == head->index,
            error_machine("a process of the sweep answers nonsense"));
    memmove(worker->given, worker->given + 1, --worker->count * sizeof *worker->given);
    crew->left--;
    TRY(crew->work->take(crew->work->context, (size_t)head->index, bytes, (size_t)head->length));
    const size_t used = sizeof *head + (size_t)head->length;
    memmove(worker->bytes, worker->bytes + used, worker->length -= used);
    return JUDDER_OK;
}

/* The end of a process: the point that it was at fails, the others are given to someone else. */
static JudderErr worker_died(Crew *crew, Worker *worker) {
    int status = 0;
    char reason[160] = "the process ended without an answer";
    close(worker->to), close(worker->from);
    worker->to = worker->from = -1;
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) continue;
    worker->pid = 0;
    if (WIFSIGNALED(status))
        snprintf(reason, sizeof reason, "the process was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    for (size_t i = 1; i < worker->count; i++) crew->again[crew->again_count++] = worker->given[i];
    if (worker->count > 0) {
        Point point;
        unsigned char *bytes = NULL;
        size_t size = 0;
        TRY(point_fail(&point, POINT_FAILED, reason));
        JudderErr err = point_pack(&point, &bytes, &size);
        point_release(&point);
        crew->left--;
        if (err == JUDDER_OK) err = crew->work->take(crew->work->context, worker->given[0], bytes, size);
        free(bytes);
        TRY(err);
    }
    worker->count = 0;
    return crew->left > 0 ? worker_start(crew, worker) : JUDDER_OK;
}

static JudderErr worker_listen(Crew *crew, Worker *worker) {
    if (worker->room - worker->length < 65536) {
        const size_t room = 2 * worker->room + 131072;
        unsigned char *bytes = realloc(worker->bytes, room);
        REQUIRE(bytes, error_memory());
        worker->bytes = bytes;
        worker->room = room;
    }
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

static JudderErr work_on(Crew *crew, struct pollfd *polls) {
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

JudderErr workers_run(const SweepWork *work) {
    Crew crew = {.work = work};
    for (size_t i = 0; i < work->plan->grid.points; i++) crew.left += !work->done[i];
    if (crew.left == 0) return JUDDER_OK;
    SweepWork fewer = *work;
    if (fewer.jobs > crew.left) fewer.jobs = crew.left;
    crew.work = &fewer;
    crew.workers = calloc(fewer.jobs, sizeof *crew.workers);
    crew.again = calloc(fewer.jobs * (AHEAD + 1), sizeof *crew.again);
    struct pollfd *polls = calloc(fewer.jobs, sizeof *polls);
    for (size_t i = 0; crew.workers && i < fewer.jobs; i++) crew.workers[i].to = crew.workers[i].from = -1;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    const JudderErr err = crew.workers && crew.again && polls ? work_on(&crew, polls) : error_memory();
    if (crew.workers) dismiss(&crew);
    signal(SIGPIPE, before);
    free(crew.workers);
    free(crew.again);
    free(polls);
    return err;
}
