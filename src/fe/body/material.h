/* The material of a body (BD-1): isotropic, elastic or Kelvin-Voigt. Plain C, not collective. */
#ifndef JUDDER_FE_BODY_MATERIAL_H
#define JUDDER_FE_BODY_MATERIAL_H

#include "base/error.h"
#include "fe/element/cell.h"

#include <stdbool.h>

typedef struct FeMaterial {
    double lambda, G;                 /* Lame's constants in 3-D */
    double rho;                       /* 0: no mass */
    double viscous_lambda, viscous_G; /* of the strain rate; both 0: elastic */
    bool plane_stress;                /* in 2-D; otherwise plane strain */
    double thickness;                 /* in 2-D */
} FeMaterial;

/* Lame's constants of Young's modulus and Poisson's ratio. */
void fe_lame(double E, double nu, double *lambda, double *G);
/* Refuses what is no material in that dimension. */
JudderErr fe_material_check(const FeMaterial *material, int dim);
/* The moduli that a cell needs in that dimension. In plane stress each tensor is reduced on its own, 2 lambda
 * G/(lambda + 2 G) for lambda: exact for the viscous one if it is a multiple of the elastic one. */
FeModuli fe_elastic_moduli(const FeMaterial *material, int dim);
FeModuli fe_viscous_moduli(const FeMaterial *material, int dim);
/* Whether the viscous tensor is a multiple of the elastic one, so that damping is proportional: *part of K.
 */
bool fe_viscous_part(const FeMaterial *material, double *part);
/* Mass per volume, or per area of the plane. */
double fe_density(const FeMaterial *material, int dim);

#endif
