#include "study/march/follow.h"

static const double flush_seconds = 2;

void follow_begin(Follow *f, const char *label, const char *unit) {
    f->last_flush = clock_seconds();
    progress_start(&f->progress, f->run->log, label, unit);
}

void follow_end(Follow *f) {
    progress_end(&f->progress);
}

void follow_look(Follow *f, double t) {
    progress_update(&f->progress, t / f->final, t);
    const double now = clock_seconds();
    if (now - f->last_flush <= flush_seconds) return;
    f->last_flush = now;
    if (f->error == JUDDER_OK && f->run->results) f->error = results_flush(f->run->results);
    f->outside += clock_seconds() - now;
}

bool follow_goes_on(Follow *f, double t) {
    StudyRun *run = f->run;
    follow_look(f, t);
    const double now = clock_seconds();
    f->error = run->team->agree(f->error);
    const bool rests = run->team->stop(); /* before the checkpoint: an interrupt is never without one */
    if (f->error == JUDDER_OK && (rests || checkpoint_due(run))) {
        f->error = checkpoint_save(run, f->serialise, f->context);
        f->outside += clock_seconds() - now;
    }
    return !rests && f->error == JUDDER_OK;
}
