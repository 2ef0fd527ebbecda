#include "small_motion/units.h"

#include <math.h>
#include <stdlib.h>

/* Beyond these no product of two units and an entry is left in the range of a number. */
enum { LARGEST_POWER = 480 };

/* The square of a frequency at which inertia is about as large as stiffness; units do not change it. */
static double typical_z(const SmallMotion *motion, const double *K) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < motion->n && motion->M; i++) {
        const size_t at = (size_t)i * (size_t)motion->n + (size_t)i;
        if (K[at] == 0 || motion->M[at] == 0) continue;
        sum += log(fabs(K[at])) - log(fabs(motion->M[at]));
        count++;
    }
    return count ? exp(fmax(-600, fmin(600, sum / count))) : 1;
}

static double power_near(double size) {
    if (!(size > 0) || !isfinite(size)) return 1;
    return ldexp(1, (int)fmax(-LARGEST_POWER, fmin(LARGEST_POWER, -round(log2(size) / 2))));
}

/* What couples a dof without a diagonal to those that have one. */
static double units_coupling(const SmallMotion *motion, const double *K, const double *size, int dof) {
    const size_t n = (size_t)motion->n;
    double largest = 0;
    for (size_t j = 0; j < n; j++) {
        if (!(size[j] > 0)) continue;
        const double k = fmax(fabs(K[(size_t)dof * n + j]), fabs(K[j * n + (size_t)dof]));
        largest = fmax(largest, k / sqrt(size[j]));
    }
    return largest * largest;
}

/* One size for both dofs of a contact that touches. Slip leaves only its tangent free. */
static double size_of_contact(const SmallContact *contact, const double *size) {
    const double normal = size[contact->normal], tangent = size[contact->tangent];
    if (!(tangent > 0)) return normal;
    if (contact->state != SMALL_CONTACT_GRAZING || !(normal > 0)) return tangent;
    return sqrt(normal) * sqrt(tangent);
}

static void units_fill(const SmallMotion *motion, const double *K, double *size, double *unit) {
    const size_t n = (size_t)motion->n;
    const double z = typical_z(motion, K);
    for (size_t i = 0; i < n; i++)
        size[i] = fabs(K[i * n + i]) + (motion->M ? z * fabs(motion->M[i * n + i]) : 0);
    for (int i = 0; i < motion->n; i++)
        unit[i] = power_near(size[i] > 0 ? size[i] : units_coupling(motion, K, size, i));
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *contact = &motion->contact[i];
        if (contact->state == SMALL_CONTACT_OPEN) continue;
        const double common = size_of_contact(contact, size);
        unit[contact->normal] = unit[contact->tangent] = common > 0 ? power_near(common)
                                                                    : unit[contact->tangent];
    }
}

/* Whether units change no digit of a matrix. */
static bool units_keeps(int n, const double *unit, const double *A) {
    for (int i = 0; i < n && A; i++)
        for (int j = 0; j < n; j++) {
            const double entry = A[(size_t)i * (size_t)n + (size_t)j];
            if (entry != 0 && !isnormal(entry * (unit[i] * unit[j]))) return false;
        }
    return true;
}

JudderErr small_motion_units(const SmallMotion *motion, double *unit) {
    const size_t n = (size_t)motion->n;
    SCOPED_FREE double *K = malloc((n * n + n) * sizeof *K);
    REQUIRE(K, error_memory());
    small_motion_stiffness(motion, K);
    units_fill(motion, K, K + n * n, unit);
    /* Numbers that would become too small or too large stay as they are. */
    if (!units_keeps(motion->n, unit, K) || !units_keeps(motion->n, unit, motion->M) ||
        !units_keeps(motion->n, unit, motion->C))
        for (size_t i = 0; i < n; i++) unit[i] = 1;
    return JUDDER_OK;
}

void units_matrix(int n, const double *unit, double *A) {
    for (int i = 0; i < n && A; i++)
        for (int j = 0; j < n; j++) A[(size_t)i * (size_t)n + (size_t)j] *= unit[i] * unit[j];
}

void units_load(int n, const double *unit, double *load) {
    for (int i = 0; i < n && load; i++) load[i] *= unit[i];
}

void units_contact(const double *unit, SmallContact *contact) {
    const double u = unit[contact->tangent];
    contact->reaction[0] *= u;
    contact->reaction[1] *= u;
    contact->slope *= u;
    contact->curvature *= u;
}
