/* Words that several models share: selections and studies. */
#ifndef JUDDER_STUDY_WORDS_H
#define JUDDER_STUDY_WORDS_H

#include "base/word.h"

typedef struct Mass {
    double epsilon;
} Mass;

typedef struct Viscosity {
    double eta, shear;
} Viscosity;

/* Lame's constants or Young's modulus and Poisson's ratio; the first two are filled from the others. */
typedef struct Elastic {
    double lambda, G, E, nu, rho;
    int plane; /* PLANE_STRAIN or PLANE_STRESS, of bodies in 2-D */
    double thickness;
} Elastic;

enum { PLANE_STRAIN, PLANE_STRESS };

/* Kelvin-Voigt: the stress has viscous_lambda and viscous_G times the strain rate, eta times the elastic
 * constants unless given. */
typedef struct Viscous {
    Elastic elastic; /* first, so that a material is always an Elastic */
    double eta, viscous_lambda, viscous_G;
} Viscous;

typedef struct March {
    double final, step;
    double tolerance, step_min, step_max; /* of sliders and systems, and the next two */
    long order;
    int method; /* MARCH_EVENTS, ... */
    long every;
    Numbers probe, profile;
    Matrix watch; /* of bodies, and the next two */
    long fields;
    double cfl;
    const char *name;
} March;

enum { MARCH_EVENTS, MARCH_STAGE };

typedef struct Limit {
    int of; /* LIMIT_EPSILON or LIMIT_ETA */
    double from, factor;
    long count;
    double final, step;
    const char *name;
} Limit;

enum { LIMIT_EPSILON, LIMIT_ETA };

typedef struct Period {
    double final, step;
    double window, longest, correlation, ignore;
    bool stop;
    const char *name;
} Period;

extern const Word elastic_word, viscous_word, viscosity_word, perfect_delay_word, mass_word, march_word,
    limit_word, period_word;

#endif
