#include "stability/flutter/flutter.h"

FlutterCount flutter_count(const FlutterRoots *roots, double from, double to) {
    FlutterCount count = {0};
    for (int i = 0; i < roots->count; i++) {
        const FlutterRoot *root = &roots->at[i];
        const double low = root->im - root->radius, high = root->im + root->radius;
        const bool drift = root->im == 0 && root->re > 0;
        if (!drift && (high < from || low > to)) continue;
        /* A frequency is not below 0. */
        if (!drift && ((low < from && from > 0) || high > to)) {
            count.edge++;
            continue;
        }
        count.inside++;
        count.growing += root->fate == FATE_GROWS;
        count.unknown += root->fate == FATE_UNKNOWN;
    }
    return count;
}
