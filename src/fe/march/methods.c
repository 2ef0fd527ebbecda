#include "fe/march/march.h"

#include <math.h>
#include <string.h>

const FeMarchMethod *const fe_march_methods[] = {&implicit_march, &explicit_march, NULL};

const FeMarchMethod *fe_march_method_find(const char *name) {
    for (const FeMarchMethod *const *method = fe_march_methods; *method; method++)
        if (strcmp((*method)->name, name) == 0) return *method;
    return NULL;
}

long fe_march_steps(const FeMarchData *data) {
    return (long)ceil(data->final / data->step * (1 - 1e-12));
}

double fe_march_dt(const FeMarchData *data) {
    return data->final / (double)fe_march_steps(data);
}
