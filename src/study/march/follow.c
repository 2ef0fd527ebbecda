#include "study/march/follow.h"

static const double flush_seconds = 2;

void follow_begin(Follow *f, const char *label, const char *unit) {
    f->last_flush = clock_seconds();
    progress_start(&f->progress, f->run->log, label, unit);
}

void follow_end(Follow *f) {
    progress_end(&f->progress);
}

JudderErr follow_together(const StudyRun *run, JudderErr err) {
    return run->bodies ? run->bodies->agree(err) : err;
}

bool follow_goes_on(Follow *f, double t) {
    StudyRun *run = f->run;
    progress_update(&f->progress, t / f->final, t);
    const double now = clock_seconds();
    if (now - f->last_flush > flush_seconds) {
        f->last_flush = now;
        if (f->error == JUDDER_OK && run->results) f->error = results_flush(run->results);
        f->outside += clock_seconds() - now;
    }
    f->error = follow_together(run, f->error);
    if (f->error == JUDDER_OK && checkpoint_due(run)) {
        f->error = checkpoint_save(run, f->exchange, f->context);
        f->outside += clock_seconds() - now;
    }
    const bool stop = run->bodies ? run->bodies->stop() : stop_requested();
    return !stop && f->error == JUDDER_OK;
}
