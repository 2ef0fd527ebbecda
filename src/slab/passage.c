#include "slab/passage.h"

#include <math.h>

static bool falls(const FrictionRoots *roots, const PassageGraph *graph, double r) {
    return graph->S * friction_slope(&roots->friction, r, graph->state) < -graph->Z;
}

/* Whether the graph falls somewhere between the two speeds: its slope is monotone between knots, so its least
 * value is a one-sided limit at one of them, or at an end. */
static bool falls_between(const FrictionRoots *roots, const PassageGraph *graph, double one, double other) {
    const double low = fmin(one, other), high = fmax(one, other);
    if (low == high) return false;
    if (falls(roots, graph, low) || falls(roots, graph, nextafter(high, 0))) return true;
    for (size_t i = 1; i < roots->count && roots->r[i] < high; i++) {
        if (roots->r[i] <= low) continue;
        if (falls(roots, graph, nextafter(roots->r[i], 0)) || falls(roots, graph, roots->r[i])) return true;
    }
    return false;
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
    const bool passed = falls_between(roots, graph, *from, r);
    passage->stable_speed = r;
    return passed;
}
