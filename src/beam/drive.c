#include "beam/drive.h"

#include <math.h>

enum { CHECK_TIMES = 7, CHECK_PLACES = 37 };
static const double force_tolerance = 1e-10;

static bool is_constant(const Signal *signal) {
    return !signal->function.call && signal->t.count == 0;
}

static JudderErr force_value(void *context, double t, double *y) {
    const DriveForceAt *at = context;
    TRY(at->function.call_two(at->function.context, at->x, t, y));
    return JUDDER_OK;
}

static void chebyshev_points(size_t count, double *x) {
    for (size_t j = 0; j < count; j++)
        x[j] = count > 1 ? (1 - cos(M_PI * (double)j / (double)(count - 1))) / 2 : 0.5;
}

void drive_force_weights(const BeamDrive *drive, double x, double *weights) {
    const size_t count = drive->force_nodes;
    double sum = 0;
    for (size_t j = 0; j < count; j++) {
        const double distance = x - drive->force_x[j];
        if (distance == 0 || count == 1) {
            for (size_t i = 0; i < count; i++) weights[i] = i == j;
            return;
        }
        weights[j] = (j % 2 ? -1 : 1) * (j == 0 || j + 1 == count ? 0.5 : 1) / distance;
        sum += weights[j];
    }
    for (size_t j = 0; j < count; j++) weights[j] /= sum;
}

double drive_force_at(const BeamDrive *drive, const double *values, double x) {
    double weights[FORCE_MOST_NODES], sum = 0;
    drive_force_weights(drive, x, weights);
    for (size_t j = 0; j < drive->force_nodes; j++) sum += weights[j] * values[j];
    return sum;
}

/* The difference between f and its polynomial through the present nodes, at some times and places. */
static JudderErr force_misses(BeamDrive *drive, const Function *f, double final, double *worst,
                              double *largest) {
    *worst = *largest = 0;
    for (int i = 0; i < CHECK_TIMES; i++) {
        const double t = final * i / (CHECK_TIMES - 1);
        double values[FORCE_MOST_NODES];
        for (size_t j = 0; j < drive->force_nodes; j++) {
            TRY(f->call_two(f->context, drive->force_x[j], t, &values[j]));
            *largest = fmax(*largest, fabs(values[j]));
        }
        for (int j = 0; j < CHECK_PLACES; j++) {
            const double x = (j + 0.37) / CHECK_PLACES;
            double y;
            TRY(f->call_two(f->context, x, t, &y));
            *worst = fmax(*worst, fabs(y - drive_force_at(drive, values, x)));
        }
    }
    return JUDDER_OK;
}

/* As many nodes as the shape of f needs; where 64 are not enough (a kink in x), the difference is kept and
 * reported. */
static JudderErr choose_nodes(BeamDrive *drive, const Function *f, double final) {
    double worst = 0, largest = 0;
    for (size_t count = 8; count <= FORCE_MOST_NODES; count *= 2) {
        drive->force_nodes = count;
        chebyshev_points(count, drive->force_x);
        TRY(force_misses(drive, f, final, &worst, &largest));
        if (worst <= force_tolerance * largest) break;
    }
    REQUIRE(
        isfinite(worst) && isfinite(largest),
        error_input("force", "force is not a finite number everywhere on 0 <= x <= 1, 0 <= t <= %g", final));
    drive->force_error = worst;
    return JUDDER_OK;
}

static JudderErr open_force(const DriveSource *source, BeamDrive *drive) {
    const Function *f = &source->force.function;
    if (!f->call) {
        drive->force_nodes = source->force.uniform != 0;
        drive->force_x[0] = 0.5;
        drive->force_now[0] = drive->force_next[0] = source->force.uniform;
        return JUDDER_OK;
    }
    TRY(choose_nodes(drive, f, source->final));
    const TrackSpan span = {.what = "force", .end = source->final, .step = source->step};
    for (size_t j = 0; j < drive->force_nodes; j++) {
        drive->force_at[j] = (DriveForceAt){*f, drive->force_x[j]};
        const Signal signal = {
            .function = {
                .call = force_value, .context = &drive->force_at[j], .file = f->file, .line = f->line}};
        TRY(track_create(&signal, &span, &drive->force[j]));
    }
    return JUDDER_OK;
}

JudderErr drive_open(const DriveSource *source, BeamDrive *drive) {
    *drive = (BeamDrive){.steady = is_constant(source->velocity) && is_constant(source->wall) &&
                                   is_constant(source->foundation)};
    TrackSpan span = {.what = "velocity", .end = source->final, .step = source->step};
    TRY(track_create(source->velocity, &span, &drive->velocity));
    span.what = "theta_wall";
    TRY(track_create(source->wall, &span, &drive->wall));
    span.what = "theta_foundation";
    TRY(track_create(source->foundation, &span, &drive->foundation));
    TRY(open_force(source, drive));
    drive->now = (DriveValues){source->velocity->constant, source->wall->constant,
                               source->foundation->constant};
    return drive_move(drive, 0);
}

void drive_close(BeamDrive *drive) {
    track_destroy(&drive->velocity);
    track_destroy(&drive->wall);
    track_destroy(&drive->foundation);
    for (size_t j = 0; j < FORCE_MOST_NODES; j++) track_destroy(&drive->force[j]);
}

static double next_jump(const Track *track, double t, double end) {
    for (size_t i = track->cursor + 1; i < track->window.count; i++) {
        const CurvePiece *piece = &track->window.pieces[i];
        if (piece->start >= end) break;
        if (piece->jump && piece->start > t) return piece->start;
    }
    return end;
}

double drive_next_jump(const BeamDrive *drive, double t, double end) {
    if (drive->steady) return end;
    end = next_jump(drive->velocity, t, end);
    end = next_jump(drive->wall, t, end);
    return next_jump(drive->foundation, t, end);
}

/* Where the window ends before t the track must move on; the value is then that from the right, which only
 * differs at a jump. */
static JudderErr value_before(Track *track, double t, double *value) {
    if (track->source.function.call && track->covered < t) TRY(track_seek(track, t));
    size_t i = track->cursor;
    while (i + 1 < track->window.count && track->window.pieces[i].end < t) i++;
    *value = curve_piece_value(&track->window.pieces[i], t);
    return JUDDER_OK;
}

JudderErr drive_before(BeamDrive *drive, double t, DriveValues *values) {
    *values = drive->now;
    if (!drive->steady) {
        TRY(value_before(drive->velocity, t, &values->velocity));
        TRY(value_before(drive->wall, t, &values->wall));
        TRY(value_before(drive->foundation, t, &values->foundation));
    }
    for (size_t j = 0; j < drive->force_nodes; j++)
        if (drive->force[j]) TRY(value_before(drive->force[j], t, &drive->force_next[j]));
    return JUDDER_OK;
}

static JudderErr value_after(Track *track, double t, double *value) {
    TRY(track_seek(track, t));
    *value = curve_piece_value(track_piece(track), t);
    return JUDDER_OK;
}

JudderErr drive_move(BeamDrive *drive, double t) {
    if (!drive->steady) {
        TRY(value_after(drive->velocity, t, &drive->now.velocity));
        TRY(value_after(drive->wall, t, &drive->now.wall));
        TRY(value_after(drive->foundation, t, &drive->now.foundation));
    }
    for (size_t j = 0; j < drive->force_nodes; j++)
        if (drive->force[j]) TRY(value_after(drive->force[j], t, &drive->force_now[j]));
    return JUDDER_OK;
}

void drive_serialise(BeamDrive *drive, Archive *archive) {
    archive_array(archive, "drive", &drive->now, sizeof drive->now);
    archive_array(archive, "force now", drive->force_now, sizeof drive->force_now);
    archive_array(archive, "force next", drive->force_next, sizeof drive->force_next);
    track_serialise(drive->velocity, archive);
    track_serialise(drive->wall, archive);
    track_serialise(drive->foundation, archive);
    for (size_t j = 0; j < drive->force_nodes; j++)
        if (drive->force[j]) track_serialise(drive->force[j], archive);
}
