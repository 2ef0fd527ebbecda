#include "slab/passage.h"

#include <math.h>

static bool falls(const FrictionRoots *roots, const PassageGraph *graph, double r) {
    return graph->S * friction_slope(&roots->friction, r, graph->state) < -graph->Z;
}

/* Whether the graph falls somewhere on the way from one speed to the other: where it jumps down as slip
 * begins, only away from rest; its slope is monotone between knots, so its least value is a one-sided limit
 * at one of them, or at an end. */
bool passage_crosses(const FrictionRoots *roots, const PassageGraph *graph, double one, double other) {
    const double low = fmin(one, other), high = fmax(one, other);
    if (low == high) return false;
    if (roots->jumps && one == 0 && graph->S > 0) return true;
    if (falls(roots, graph, low) || falls(roots, graph, nextafter(high, 0))) return true;
    for (size_t i = 1; i < roots->count && roots->r[i] < high; i++) {
        if (roots->r[i] <= low) continue;
        if (falls(roots, graph, nextafter(roots->r[i], 0)) || falls(roots, graph, roots->r[i])) return true;
    }
    return false;
}

bool passage_start_fits(const FrictionRoots *roots, double Z, const PassageStart *start) {
    const Friction *f = &roots->friction;
    const double *v = start->v, *w = start->w, r = hypot(v[0], v[1]),
                 bound = start->S * friction_at_rest(f, start->state);
    const double force = r > 0 ? start->S * friction_sliding(f, r, start->state) : 0;
    const double size = bound + force + Z * (hypot(w[0], w[1]) + r);
    if (r == 0) return Z * hypot(w[0], w[1]) <= bound + 1e-9 * size;
    return hypot(Z * (w[0] - v[0]) - force * v[0] / r, Z * (w[1] - v[1]) - force * v[1] / r) <= 1e-9 * size;
}

JudderErr passage_begin(Passage *passage, const SlabData *data, const FrictionRoots *roots, double S) {
    const double Z = sqrt(data->G * data->rho);
    PassageStart start = {.S = S};
    for (int k = 0; k < 2; k++) {
        double U, V, u_z;
        TRY(signal_value(&data->velocity[k], 0, &U));
        TRY(signal_value(&data->foundation[k], 0, &V));
        TRY(signal_value(&data->strain[k], 0, &u_z));
        start.v[k] = U - V;
        start.w[k] = start.v[k] + u_z * data->G / Z;
    }
    const double Q = Z * hypot(start.w[0], start.w[1]),
                 along = Z * (start.v[0] * start.w[0] + start.v[1] * start.w[1]);
    const FrictionEquation equation = {.A = Z, .S = S, .Q = Q, .r_0 = Q > 0 && along > 0 ? along / Q : 0};
    *passage = (Passage){.stable_speed = hypot(start.v[0], start.v[1])};
    if (!roots->has_state && !passage_start_fits(roots, Z, &start))
        passage->selecting = friction_root(roots, &equation).jumped;
    return JUDDER_OK;
}

bool passage_ends(Passage *passage, const FrictionRoots *roots, const PassageGraph *graph, double r,
                  double *from) {
    *from = passage->stable_speed;
    passage->on_its_way = false;
    if (r == *from) return false;
    if (graph->Z >= graph->S * roots->steepest) {
        passage->stable_speed = r;
        return false;
    }
    passage->on_its_way = r > 0 && falls(roots, graph, r);
    if (passage->on_its_way) return false;
    const bool passed = passage_crosses(roots, graph, *from, r), selected = passed && passage->selecting;
    passage->stable_speed = r;
    if (passed) passage->selecting = false;
    return passed && !selected;
}
