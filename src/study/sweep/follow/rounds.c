/* Stations from the points of the grid, then rounds of further ones where the tracks want them. */
#include "study/sweep/follow/follow.h"

#include "stability/tracks/tracks.h"
#include "study/stability/stability.h"
#include "study/sweep/points/workers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 40, MOST_WANTED = 512 };
static const TracksWish usual = {.finest = 1e-4, .tolerance = 1e-9};

void follow_release(FollowTable *table) {
    free(table->cells);
    free(table->threshold);
    *table = (FollowTable){0};
}

JudderErr follow_check(const Case *read, const SweepGrid *grid) {
    const Block *model = case_model(read);
    const BlockList *studies = model_study_list(model);
    bool asks = false;
    for (size_t i = 0; i < studies->count; i++)
        asks = asks || (studies->at[i].word == &stability_word && block_gives(&studies->at[i], "flutter"));
    REQUIRE(asks, error_input("--follow", "--follow: the case has no stability{ flutter = ... } to follow"));
    REQUIRE(grid->axes == 1 && grid->axis[0].count >= 2 && !grid->axis[0].words,
            error_input("--follow", "--follow: one --over with at least two numbers is needed"));
    return JUDDER_OK;
}

/* --- one round --- */

typedef struct Round {
    const FollowWork *work;
    Tracks tracks;
    SweepPlan plan; /* of the stations of this round */
    char *texts[MOST_WANTED];
    double places[MOST_WANTED];
    bool done[MOST_WANTED];
    int wanted;
    const char *mixed; /* a file that is not the same at all points; NULL: none */
} Round;

/* A point without motions is no station: what it lacks is reported among the failures. */
static JudderErr take_point(Tracks *tracks, double at, Point *point) {
    const bool known = point->outcome == POINT_DONE && point->motions.dofs > 0;
    return known ? tracks_add(tracks, at, &point->motions) : JUDDER_OK;
}

static JudderErr on_point(void *context, size_t index, const unsigned char *bytes, size_t count) {
    Round *r = context;
    Point point;
    REQUIRE(point_unpack(bytes, count, &point), error_memory());
    JudderErr err = named_files_merge(r->work->plan->files, &point.files, &r->mixed);
    if (err == JUDDER_OK && r->mixed) err = point_refuse_file(r->mixed);
    if (err == JUDDER_OK) err = r->work->keep(r->work->context, r->places[index], bytes, count);
    if (err == JUDDER_OK) err = take_point(&r->tracks, r->places[index], &point);
    point_release(&point);
    return err;
}

static JudderErr on_rest(void *context) {
    const Round *r = context;
    return r->work->rest(r->work->context);
}

static JudderErr take_known(Round *r) {
    for (int i = 0; i < r->wanted; i++) {
        Point *known = followed_find(r->work->before, r->places[i]);
        r->done[i] = known != NULL;
        if (known) TRY(take_point(&r->tracks, r->places[i], known));
    }
    return JUDDER_OK;
}

static JudderErr compute(Round *r) {
    enum { LENGTH = 40 };
    char(*texts)[LENGTH] = malloc((size_t)r->wanted * sizeof *texts);
    REQUIRE(texts, error_memory());
    for (int i = 0; i < r->wanted; i++) {
        snprintf(texts[i], LENGTH, "%.17g", r->places[i]);
        r->texts[i] = texts[i];
    }
    SweepAxis axis = {.key = r->work->plan->grid.axis[0].key,
                      .count = (size_t)r->wanted,
                      .texts = r->texts,
                      .values = r->places};
    r->plan = *r->work->plan;
    r->plan.grid = (SweepGrid){.axes = 1, .points = axis.count, .axis = &axis};
    r->plan.motions_alone = true;
    const SweepWork work = {.plan = &r->plan,
                            .done = r->done,
                            .jobs = r->work->jobs,
                            .take = on_point,
                            .rest = on_rest,
                            .context = r};
    const JudderErr err = workers_run(&work);
    free(texts);
    return err;
}

static JudderErr do_rounds(Round *r, FollowTable *table) {
    const SweepGrid *grid = &r->work->plan->grid;
    TracksWish wish = usual;
    Progress progress;
    JudderErr err = JUDDER_OK;
    wish.most = 16 * (int)grid->points + 256;
    for (size_t p = 0; p < grid->points && err == JUDDER_OK; p++)
        err = take_point(&r->tracks, grid->axis[0].values[p], &r->work->points[p]);
    const int before = r->tracks.count;
    r->wanted = 0;
    progress_start(&progress, r->work->log, "following", "");
    for (int round = 0, last = -1; round < ROUNDS && err == JUDDER_OK && r->tracks.count > last; round++) {
        last = r->tracks.count;
        err = tracks_join(&r->tracks);
        if (err == JUDDER_OK) r->wanted = tracks_wanted(&r->tracks, &wish, r->places, MOST_WANTED);
        if (err != JUDDER_OK || r->wanted == 0 || stop_requested()) break;
        progress_update(&progress, (double)round / ROUNDS, r->tracks.count);
        err = take_known(r);
        if (err == JUDDER_OK) err = compute(r);
    }
    progress_end(&progress);
    if (err == JUDDER_OK) err = tracks_join(&r->tracks);
    table->added = (size_t)(r->tracks.count - before);
    table->doubtful = (size_t)tracks_doubts(&r->tracks);
    table->complete = r->wanted == 0 && tracks_settled(&r->tracks, &wish);
    return err;
}

/* --- what it gives --- */

static JudderErr fill_rows(const Tracks *tracks, FollowTable *table) {
    size_t rows = 0;
    for (int i = 0; i < tracks->count; i++) rows += (size_t)tracks->station[i].motions.count;
    table->cells = malloc((rows * (1 + FOLLOW_VALUES) + 1) * sizeof *table->cells);
    REQUIRE(table->cells, error_memory());
    for (int track = 0; track < tracks->tracks; track++)
        for (int i = 0; i < tracks->count; i++) {
            const Station *s = &tracks->station[i];
            const int motion = track_find(s, track);
            if (motion < 0) continue;
            double *row = table->cells + (1 + FOLLOW_VALUES) * table->rows++;
            row[0] = s->value;
            row[1 + FOLLOW_MOTION] = track + 1;
            row[1 + FOLLOW_FREQUENCY] = s->motions.lam[2 * motion + 1] / (2 * M_PI);
            row[1 + FOLLOW_GROWTH] = s->motions.lam[2 * motion];
            row[1 + FOLLOW_LIKENESS] = s->likeness[motion];
        }
    return JUDDER_OK;
}

static JudderErr fill_thresholds(const Tracks *tracks, FollowTable *table) {
    TrackThreshold *found = NULL;
    int count;
    TRY(tracks_thresholds(tracks, &found, &count));
    table->threshold = calloc((size_t)count + 1, sizeof *table->threshold);
    for (int i = 0; i < count && table->threshold; i++)
        table->threshold[table->thresholds++] = (FollowThreshold){found[i].value,
                                                                  found[i].omega / (2 * M_PI),
                                                                  {found[i].track + 1, found[i].partner + 1},
                                                                  found[i].begins};
    free(found);
    return table->threshold ? JUDDER_OK : error_memory();
}

JudderErr follow_points(const FollowWork *work, FollowTable *table) {
    *table = (FollowTable){0};
    Round *r = calloc(1, sizeof *r);
    REQUIRE(r, error_memory());
    r->work = work;
    r->tracks.log = work->plan->grid.axis[0].log;
    JudderErr err = do_rounds(r, table);
    if (err == JUDDER_INPUT && !r->mixed) {
        snprintf(table->reason, sizeof table->reason, "%s", error_message());
        table->whole = true;
        err = JUDDER_OK;
    } else if (err == JUDDER_OK) {
        table->motions = (size_t)r->tracks.tracks;
        table->places = (size_t)r->tracks.count;
        table->whole = !stop_requested();
        err = fill_rows(&r->tracks, table);
        if (err == JUDDER_OK) err = fill_thresholds(&r->tracks, table);
    }
    tracks_release(&r->tracks);
    free(r);
    if (err != JUDDER_OK) follow_release(table);
    return err;
}
