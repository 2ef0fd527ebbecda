#include "fe/body/material.h"

#include <math.h>

void fe_lame(double E, double nu, double *lambda, double *G) {
    *lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
    *G = E / (2 * (1 + nu));
}

static bool positive(double x) {
    return x > 0 && isfinite(x);
}

JudderErr fe_material_check(const FeMaterial *material, int dim) {
    const FeMaterial *m = material;
    REQUIRE(positive(m->G), error_input("G", "G = %g: a number > 0 is needed", m->G));
    REQUIRE(positive(m->lambda + 2 * m->G / 3),
            error_input("lambda", "lambda = %g with G = %g: lambda + 2 G/3 > 0 is needed (-1 < nu < 1/2)",
                        m->lambda, m->G));
    REQUIRE(m->rho >= 0 && isfinite(m->rho), error_input("rho", "rho = %g: a number >= 0 is needed", m->rho));
    REQUIRE(m->viscous_G >= 0 && isfinite(m->viscous_G) && isfinite(m->viscous_lambda) &&
                m->viscous_lambda + 2 * m->viscous_G / 3 >= 0,
            error_input("eta", "viscous moduli lambda = %g, G = %g: no strain rate may gain energy",
                        m->viscous_lambda, m->viscous_G));
    REQUIRE(dim == 3 || positive(m->thickness),
            error_input("thickness", "thickness = %g: a number > 0 is needed", m->thickness));
    REQUIRE(dim == 2 || !m->plane_stress, error_input("plane", "plane stress belongs to 2-D"));
    return JUDDER_OK;
}

static FeModuli reduce(const FeMaterial *material, int dim, double lambda, double G) {
    if (dim == 3) return (FeModuli){lambda, G};
    if (material->plane_stress && lambda != 0) lambda = 2 * lambda * G / (lambda + 2 * G); /* (BD-1) */
    return (FeModuli){material->thickness * lambda, material->thickness * G};
}

FeModuli fe_elastic_moduli(const FeMaterial *material, int dim) {
    return reduce(material, dim, material->lambda, material->G);
}

FeModuli fe_viscous_moduli(const FeMaterial *material, int dim) {
    return reduce(material, dim, material->viscous_lambda, material->viscous_G);
}

bool fe_viscous_part(const FeMaterial *m, double *part) {
    *part = m->viscous_G / m->G;
    return fabs(m->viscous_lambda - *part * m->lambda) <= 1e-14 * fabs(*part * m->lambda);
}

double fe_density(const FeMaterial *material, int dim) {
    return dim == 3 ? material->rho : material->rho * material->thickness;
}
