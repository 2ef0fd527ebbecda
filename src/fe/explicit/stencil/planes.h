/* The arithmetic of grid.h: one plane after another, four nodes at a time. */
#ifndef JUDDER_FE_EXPLICIT_STENCIL_PLANES_H
#define JUDDER_FE_EXPLICIT_STENCIL_PLANES_H

#include "fe/explicit/stencil/grid.h"

/* A run at work. */
typedef struct GridAt {
    const GridFactors *factors;
    const GridClass *class;
    long place;
    double *kept; /* of the first node; the next of the six numbers is `apart` further */
    long apart;
    bool begins;
} GridAt;

/* Four nodes: their numbers of each component, what is kept of them, and where the product goes. */
typedef struct GridFour {
    const double *x[3];
    double *kept, *out[3];
    long apart;
} GridFour;

/* What a plane gives: E0, E1, H. */
typedef struct PlaneSums {
    Four own[3], both[3], odd[3];
} PlaneSums;

/* One component: second and first differences in x of three rows, and in y of the middle nodes. */
typedef struct PlaneDifferences {
    Four xx[3], x[3], yy, y;
} PlaneDifferences;

INLINED void plane_differences(const double *at, const int *row, PlaneDifferences *to) {
    const Four middle = FOUR(at + row[1]), low = FOUR(at + row[0]) - middle,
               high = FOUR(at + row[2]) - middle;
    for (int j = 0; j < 3; j++) {
        const double *const own = at + row[j];
        const Four right = FOUR(own + 1) - FOUR(own), left = FOUR(own - 1) - FOUR(own);
        to->xx[j] = right + left;
        to->x[j] = right - left;
    }
    to->yy = high + low;
    to->y = high - low;
}

/* Component c to itself. */
INLINED void even_sums(const GridFactors *f, int c, const PlaneDifferences *w, PlaneSums *to) {
    const Four beside = w->xx[0] + w->xx[2];
    to->own[c] = FOUR(f->along[0][c]) * w->xx[1] + FOUR(f->across[0][c]) * w->yy +
                 FOUR(f->corner[0][c]) * beside;
    to->both[c] = FOUR(f->along[1][c]) * w->xx[1] + FOUR(f->across[1][c]) * w->yy +
                  FOUR(f->corner[1][c]) * beside;
}

#define XZ_SUM(f, w) (FOUR((f)->xz[0]) * (w)->x[1] + FOUR((f)->xz[1]) * ((w)->x[0] + (w)->x[2]))
#define YZ_SUM(f, w) (FOUR((f)->yz[0]) * (w)->y + FOUR((f)->yz[1]) * ((w)->xx[2] - (w)->xx[0]))

INLINED void plane_sums(const GridFactors *f, const GridFour *at, const int *row, PlaneSums *to) {
    PlaneDifferences u, v, w;
    plane_differences(at->x[0], row, &u);
    even_sums(f, 0, &u, to);
    const Four corners = u.x[2] - u.x[0];
    const Four from_x = XZ_SUM(f, &u);
    plane_differences(at->x[1], row, &v);
    even_sums(f, 1, &v, to);
    to->own[0] += FOUR(f->xy[0]) * (v.x[2] - v.x[0]);
    to->both[0] += FOUR(f->xy[1]) * (v.x[2] - v.x[0]);
    to->own[1] += FOUR(f->xy[0]) * corners;
    to->both[1] += FOUR(f->xy[1]) * corners;
    to->odd[2] = from_x + YZ_SUM(f, &v);
    plane_differences(at->x[2], row, &w);
    even_sums(f, 2, &w, to);
    to->odd[0] = XZ_SUM(f, &w);
    to->odd[1] = YZ_SUM(f, &w);
}

/* The sweep comes to a plane: out <- K x of the nodes below it. */
INLINED void grid_rise(const GridAt *g, const GridFour *at, int plane) {
    const int *row = g->class->row[plane], below = g->class->row[plane > 0 ? plane - 1 : 0][1];
    PlaneSums sums;
    plane_sums(g->factors, at, row, &sums);
    for (int c = 0; c < 3; c++) {
        Four *const P = (Four *)(at->kept + c * at->apart), *const D = (Four *)(at->kept +
                                                                                (c + 3) * at->apart);
        const Four F = FOUR(g->factors->through[c]) * (FOUR(at->x[c] + row[1]) - FOUR(at->x[c] + below));
        *(Four *)at->out[c] = *P + ((sums.both[c] + sums.odd[c]) + F);
        *P = (sums.own[c] - F) + *D;
        *D = sums.both[c] - sums.odd[c];
    }
}

/* Less than four nodes: what is kept of others beside them must stay. */
INLINED void grid_rest(const GridAt *g, const GridFour *at, int nodes) {
    double spare[GRID_KEPT][4];
    const GridFour apart = {
        {at->x[0], at->x[1], at->x[2]}, spare[0], {at->out[0], at->out[1], at->out[2]}, 4};
    for (int k = 0; k < GRID_KEPT; k++)
        for (int l = 0; l < 4; l++) spare[k][l] = l < nodes ? at->kept[k * at->apart + l] : 0;
    for (int plane = g->begins ? 0 : 2; plane < 3; plane++) grid_rise(g, &apart, plane);
    for (int k = 0; k < GRID_KEPT; k++)
        for (int l = 0; l < nodes; l++) at->kept[k * at->apart + l] = spare[k][l];
}

/* out[component][...] of nodes from ... from + count - 1 of a run. */
INLINED void grid_product(const GridAt *g, int from, int count, const Fields *x, double (*out)[MOST_LANES]) {
    for (int done = 0; done < count; done += 4) {
        const long i = g->place + from + done;
        const GridFour at = {{x->c[0] + i, x->c[1] + i, x->c[2] + i},
                             g->kept + from + done,
                             {out[0] + done, out[1] + done, out[2] + done},
                             g->apart};
        if (count - done < 4)
            grid_rest(g, &at, count - done);
        else
            for (int plane = g->begins ? 0 : 2; plane < 3; plane++) grid_rise(g, &at, plane);
    }
}

INLINED GridAt grid_at(const Stencils *s, int run, bool of_v) {
    const StencilGrid *grid = s->grid;
    const GridClass *class = &grid->class[s->run[run].class];
    return (GridAt){(of_v && grid->C ? grid->C : grid->K) + class->factors,
                    class,
                    s->run[run].place,
                    grid->kept[of_v] + grid->run[run].slot,
                    grid->slots,
                    grid->run[run].begins};
}

#endif
