#include "spectrum/planner.h"

#include <pthread.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

fftw_plan planner_there(size_t n, double *x, fftw_complex *bins) {
    if (!x || !bins) return NULL;
    pthread_mutex_lock(&turn);
    fftw_plan plan = fftw_plan_dft_r2c_1d((int)n, x, bins, FFTW_ESTIMATE);
    pthread_mutex_unlock(&turn);
    return plan;
}

fftw_plan planner_back(size_t n, fftw_complex *bins, double *x) {
    if (!x || !bins) return NULL;
    pthread_mutex_lock(&turn);
    fftw_plan plan = fftw_plan_dft_c2r_1d((int)n, bins, x, FFTW_ESTIMATE);
    pthread_mutex_unlock(&turn);
    return plan;
}

void planner_destroy(fftw_plan plan) {
    if (!plan) return;
    pthread_mutex_lock(&turn);
    fftw_destroy_plan(plan);
    pthread_mutex_unlock(&turn);
}
