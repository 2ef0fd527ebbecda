#include "slab/grid/drive.h"

#include <math.h>

JudderErr grid_sample(const Signal *field, const char *what, double height, size_t count, const double *z,
                      double *value) {
    const TrackSpan span = {.what = what, .begin = 0, .end = height, .step = height / (double)count};
    Track *track = NULL;
    TRY(track_create(field, &span, &track));
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; i < count && err == JUDDER_OK; i++) {
        err = track_seek(track, z[i]);
        if (err == JUDDER_OK) value[i] = curve_piece_value(track_piece(track), z[i]);
    }
    track_destroy(&track);
    return err;
}

/* Four Gauss points integrate the degree 7 of a piece exactly. */
static double piece_integral(const CurvePiece *piece, double a, double b) {
    static const double x[2] = {0.33998104358485626, 0.86113631159405258};
    static const double weight[2] = {0.65214515486254614, 0.34785484513745386};
    const double mid = a + (b - a) / 2, half = (b - a) / 2;
    double sum = 0;
    for (int i = 0; i < 2; i++)
        sum += weight[i] *
               (curve_piece_value(piece, mid - half * x[i]) + curve_piece_value(piece, mid + half * x[i]));
    return sum * half;
}

JudderErr grid_integral(const Signal *field, const char *what, double height, double *integral) {
    const TrackSpan span = {.what = what, .begin = 0, .end = height, .step = height / 1024};
    Track *track = NULL;
    TRY(track_create(field, &span, &track));
    JudderErr err = JUDDER_OK;
    double sum = 0;
    for (double z = 0; z < height;) {
        err = track_seek(track, z);
        if (err != JUDDER_OK) break;
        const double end = fmin(track_piece(track)->end, height);
        sum += piece_integral(track_piece(track), z, end);
        z = end > z ? end : height;
    }
    track_destroy(&track);
    *integral = sum;
    return err;
}

JudderErr grid_initial_gap(const SlabData *data, double *gap) {
    double sum;
    TRY(grid_integral(&data->strain[2], "strain", data->height, &sum));
    *gap = -data->squeeze - sum;
    const double noise = 1e-10 * (fabs(data->squeeze) + fabs(sum));
    if (fabs(*gap) <= noise) *gap = 0;
    REQUIRE(*gap >= 0 || !data->contact->rigid,
            error_input("strain",
                        "the slab starts %g m inside the foundation: with squeeze = %g m the normal strain "
                        "must shorten it by at least that, and shortens it by %g m",
                        -*gap, data->squeeze, -sum));
    return JUDDER_OK;
}

JudderErr grid_steps(const SlabData *data, size_t *steps, double *dt) {
    REQUIRE(data->step > 0 && isfinite(data->step),
            error_input("step", "step = %g: it must be positive", data->step));
    REQUIRE(data->final > 0 && isfinite(data->final),
            error_input("final", "final = %g: it must be positive", data->final));
    const double count = ceil(data->final / data->step * (1 - 1e-12));
    REQUIRE(count < 1e15,
            error_input("step", "step = %g gives %g steps: at most 1e15 are allowed", data->step, count));
    *steps = (size_t)fmax(count, 1);
    *dt = data->final / (double)*steps;
    return JUDDER_OK;
}

JudderErr grid_drive_open(GridDrive *drive, const SlabData *data) {
    const TrackSpan span = {
        .what = "foundation", .begin = 0, .end = data->final, .step = fmin(data->step, data->final)};
    TrackSpan top = span, pressure = span;
    top.what = "top";
    pressure.what = "pressure";
    for (int k = 0; k < 2; k++) {
        TRY(track_create(&data->foundation[k], &span, &drive->foundation[k]));
        TRY(track_create(&data->top[k], &top, &drive->top[k]));
    }
    if (data->contact->given) TRY(track_create(&data->pressure, &pressure, &drive->pressure));
    return grid_drive_at(drive, 0);
}

void grid_drive_close(GridDrive *drive) {
    for (int k = 0; k < 2; k++) {
        track_destroy(&drive->foundation[k]);
        track_destroy(&drive->top[k]);
    }
    track_destroy(&drive->pressure);
}

static JudderErr follow(Track *track, double t, double *value) {
    TRY(track_seek(track, t));
    *value = curve_piece_value(track_piece(track), t);
    return JUDDER_OK;
}

JudderErr grid_drive_at(GridDrive *drive, double t) {
    for (int k = 0; k < 2; k++) {
        TRY(follow(drive->foundation[k], t, &drive->V[k]));
        TRY(follow(drive->top[k], t, &drive->V_top[k]));
    }
    if (!drive->pressure) return JUDDER_OK;
    TRY(follow(drive->pressure, t, &drive->S));
    REQUIRE(drive->S >= 0,
            error_input("pressure", "S = %g Pa at t = %g s: it must not be negative", drive->S, t));
    return JUDDER_OK;
}

void grid_drive_serialise(GridDrive *drive, Archive *archive) {
    archive_array(archive, "V", drive->V, sizeof drive->V);
    archive_array(archive, "V_top", drive->V_top, sizeof drive->V_top);
    archive_array(archive, "S", &drive->S, sizeof drive->S);
    for (int k = 0; k < 2; k++) {
        track_serialise(drive->foundation[k], archive);
        track_serialise(drive->top[k], archive);
    }
    if (drive->pressure) track_serialise(drive->pressure, archive);
}
