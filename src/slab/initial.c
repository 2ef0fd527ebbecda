/* Initial data as piecewise polynomials: b+- = u_t +- c u_z at t = 0, fitted once with a checked error.
 * (SL-2), (SL-3) */
#include "slab/initial.h"

#include <math.h>

enum { CELLS = 16, MOST_PIECES = 4096 };
static const double fit_tolerance = 1e-12;

/* u_t + factor u_z at a height. */
typedef struct Wave {
    const Signal *velocity, *strain;
    double velocity_factor, strain_factor;
} Wave;

static JudderErr wave_value(void *context, double z, double *y) {
    const Wave *wave = context;
    double u_t = 0, u_z = 0;
    if (wave->velocity_factor != 0) TRY(signal_value(wave->velocity, z, &u_t));
    TRY(signal_value(wave->strain, z, &u_z));
    *y = wave->velocity_factor * u_t + wave->strain_factor * u_z;
    return JUDDER_OK;
}

static JudderErr wave_fit(const Wave *wave, double height, Curve *curve) {
    if (!signal_varies(wave->velocity) && !signal_varies(wave->strain)) {
        const double value = wave->velocity_factor * wave->velocity->constant +
                             wave->strain_factor * wave->strain->constant;
        const CurvePiece piece = curve_piece_line(0, height, value, value);
        return curve_append(curve, &piece);
    }
    Wave copy = *wave;
    const Function *written = wave->velocity->function.call ? &wave->velocity->function
                                                            : &wave->strain->function;
    Fit fit = {.function = {.call = wave_value,
                            .context = &copy,
                            .arguments = 1,
                            .file = written->file,
                            .line = written->line},
               .options = {"initial", "z", fit_tolerance, MOST_PIECES},
               .curve = curve};
    for (int i = 0; i < 2 * CELLS; i++) { /* the size of the data first: the tolerance is relative to it */
        double y;
        TRY(fit_call(&fit, height * (i + 0.37) / (2 * CELLS), &y));
    }
    for (int i = 0; i < CELLS; i++)
        TRY(fit_cell(&fit, height * i / CELLS, height * (i + 1) / CELLS, false, false));
    return JUDDER_OK;
}

/* The piece of a profile over z as a piece over t: t = z/c, or t = (2H - z)/c which runs backwards. */
static CurvePiece piece_in_time(const CurvePiece *piece, const SlabData *data, double c, bool backwards) {
    CurvePiece made = *piece;
    const double H = data->height;
    made.start = backwards ? (2 * H - piece->end) / c : piece->start / c;
    made.end = backwards ? (2 * H - piece->start) / c : piece->end / c;
    made.mid = backwards ? (2 * H - piece->mid) / c : piece->mid / c;
    made.per_half = piece->per_half * c;
    for (int k = 1; backwards && k <= made.degree; k += 2) made.c[k] = -made.c[k];
    return made;
}

static JudderErr append_waves(const SlabData *data, double c, const Curve waves[2], Curve *incoming) {
    for (size_t i = 0; i < waves[0].count; i++) {
        const CurvePiece piece = piece_in_time(&waves[0].pieces[i], data, c, false);
        TRY(curve_append(incoming, &piece));
    }
    for (size_t i = waves[1].count; i-- > 0;) {
        CurvePiece piece = piece_in_time(&waves[1].pieces[i], data, c, true);
        /* A jump at the start of a piece over z is at the end of its image, where the next one starts. */
        piece.jump = i + 1 < waves[1].count && waves[1].pieces[i + 1].jump;
        TRY(curve_append(incoming, &piece));
    }
    return JUDDER_OK;
}

JudderErr slab_incoming_create(const SlabData *data, int component, double c, Curve *incoming) {
    const Signal *velocity = &data->velocity[component], *strain = &data->strain[component];
    const Wave down = {velocity, strain, 1, c}, up = {velocity, strain, -1, c}; /* b+ and -b- (SL-2) */
    Curve waves[2] = {{0}, {0}};
    JudderErr err = wave_fit(&down, data->height, &waves[0]);
    if (err == JUDDER_OK) err = wave_fit(&up, data->height, &waves[1]);
    if (err == JUDDER_OK) err = append_waves(data, c, waves, incoming);
    curve_release(&waves[0]);
    curve_release(&waves[1]);
    if (err != JUDDER_OK) return err;
    /* Where the parts meet, and nowhere else, a jump may have gone unseen by the fit. */
    const double tolerance = 1e-9 * profile_size(incoming);
    for (size_t i = 1; i < incoming->count; i++) {
        CurvePiece *piece = &incoming->pieces[i];
        piece->start = incoming->pieces[i - 1].end;
        const double before = curve_piece_value(piece - 1, piece->start);
        if (fabs(curve_piece_value(piece, piece->start) - before) > tolerance) piece->jump = true;
    }
    incoming->pieces[incoming->count - 1].end = 2 * data->height / c;
    return JUDDER_OK;
}

JudderErr slab_strain_integral(const SlabData *data, int component, double *integral) {
    const Wave wave = {&data->velocity[component], &data->strain[component], 0, 1};
    Curve curve = {0};
    const JudderErr err = wave_fit(&wave, data->height, &curve);
    if (err == JUDDER_OK) *integral = profile_integral(&curve, 0, data->height);
    curve_release(&curve);
    return err;
}

double profile_value(const Curve *curve, double x) {
    return curve_piece_value(&curve->pieces[curve_find(curve, x)], x);
}

double profile_piece_integral(const CurvePiece *piece, double a, double b) {
    static const double per[CURVE_DEGREE + 1] = {1, 1. / 2, 1. / 3, 1. / 4, 1. / 5, 1. / 6, 1. / 7, 1. / 8};
    if (piece->degree == 0) return piece->c[0] * (b - a);
    const double at_a = (a - piece->mid) * piece->per_half, at_b = (b - piece->mid) * piece->per_half;
    double sum_a = 0, sum_b = 0;
    for (int k = piece->degree; k >= 0; k--) {
        const double c = piece->c[k] * per[k];
        sum_a = sum_a * at_a + c;
        sum_b = sum_b * at_b + c;
    }
    return (sum_b * at_b - sum_a * at_a) / piece->per_half;
}

double profile_integral(const Curve *curve, double a, double b) {
    double sum = 0;
    for (size_t i = curve_find(curve, a); i < curve->count && a < b; i++) {
        const double end = i + 1 < curve->count ? fmin(curve->pieces[i].end, b) : b;
        sum += profile_piece_integral(&curve->pieces[i], a, end);
        a = end;
    }
    return sum;
}

double profile_size(const Curve *curve) {
    double size = 0;
    for (size_t i = 0; i < curve->count; i++) {
        const CurvePiece *piece = &curve->pieces[i];
        size = fmax(size, fabs(curve_piece_value(piece, piece->start)));
        size = fmax(size, fabs(curve_piece_value(piece, piece->end)));
        size = fmax(size, fabs(piece->c[0]));
    }
    return size;
}

static JudderErr compressed_value(void *context, double z, double *y) {
    const SlabCompression *made = context;
    TRY(signal_value(&made->given, z, y));
    *y += made->strain;
    return JUDDER_OK;
}

JudderErr slab_compress(SlabData *data, SlabCompression *made) {
    *made = (SlabCompression){0};
    if (data->contact->given) return JUDDER_OK;
    double stretched;
    TRY(slab_strain_integral(data, 2, &stretched));
    const double gap = -data->squeeze - stretched;
    if (gap >= -1e-11 * (fabs(data->squeeze) + fabs(stretched))) return JUDDER_OK;
    /* A soft foundation takes its part: the pressure on both sides of the contact is the same. */
    const double soft = !data->contact->rigid ? data->compliance * (data->lambda + 2 * data->G) : 0;
    made->strain = gap / (data->height + soft);
    Signal *strain = &data->strain[2];
    if (!strain->function.call && strain->t.count == 0) {
        strain->constant += made->strain;
        return JUDDER_OK;
    }
    made->given = *strain;
    strain->t.count = 0; /* a table becomes a function like the others */
    strain->function.call = compressed_value;
    strain->function.context = made;
    return JUDDER_OK;
}
