/* How a contact carries the normal load (BD-2): rigid and one-sided, compliant, or under a given pressure.
 *
 * A law answers for one row of a contact: what force p pushes the body under a gap g, whether the row
 * touches, the equation phi(p, g) = 0 that a Newton method solves. Nobody needs to know which law it is. A
 * new law is one new file and one new line in contact.c.
 */
#ifndef JUDDER_CONTACT_CONTACT_H
#define JUDDER_CONTACT_CONTACT_H

#include "base/word.h"
#include "curve/signal.h"

struct ContactLaw;

/* A law with its numbers; each law reads its own. */
typedef struct Contact {
    const struct ContactLaw *law;
    double stiffness, power; /* pressure = stiffness penetration^power */
    double pressure;         /* the given one, now */
} Contact;

typedef struct NormalPoint {
    double p, g;      /* force and gap of the row */
    double area;      /* of the row */
    double stiffness; /* of the body there: makes a force of a gap */
} NormalPoint;

/* phi(p, g) = 0 in units of force, and its derivatives. */
typedef struct NormalRow {
    double value, by_p, by_g;
} NormalRow;

/* A row that moves for a time h, all others held: the gap without a contact force; p widens it by
 * h p/diagonal. */
typedef struct NormalPush {
    double g, h, diagonal, area;
} NormalPush;

typedef struct ContactLaw {
    Word word;
    bool rigid;                                 /* p is free while g = 0 */
    bool given;                                 /* p does not depend on g */
    JudderErr (*check)(const Contact *contact); /* the numbers; NULL: it has none */
    bool (*straight)(const Contact *contact);   /* phi is linear in pieces; NULL: always */
    bool (*touches)(const Contact *contact, const NormalPoint *at);
    /* p under g, and -dp/dg; NULL if rigid */
    double (*force)(const Contact *contact, const NormalPoint *at, double *stiffness);
    double (*root)(const Contact *contact, const NormalPush *push, double *g); /* p, and the gap under it */
    double (*stored)(const Contact *contact, double area, double g);           /* energy; NULL: none */
} ContactLaw;

/* What a case gives; each word fills its own. */
typedef struct ContactParams {
    double squeeze;          /* top of a slab held at -squeeze: pressed by that much from the start */
    double eta;              /* penetration per unit of pressure, or */
    double stiffness, power; /* S = stiffness penetration^power */
    Signal S;                /* the given pressure */
} ContactParams;

extern const ContactLaw unilateral_contact, compliance_contact, pressure_contact;
extern const ContactLaw *const contact_laws[]; /* ends with NULL */

const ContactLaw *contact_law_find(const char *name);
/* The law of a word in a case, with its numbers; a pressure as it is if it does not vary. */
Contact contact_of_word(const Block *word);

void contact_row(const Contact *contact, const NormalPoint *at, bool touches, NormalRow *row);
/* By how much force p and g miss the law. */
double contact_violation(const Contact *contact, const NormalPoint *at);
/* The force under g; 0 where it follows from the motion. */
double contact_force(const Contact *contact, const NormalPoint *at);
/* The normal velocity of a row over the time push->h from the gap push->g, the others held, and its force;
 * `free`: without one. A displacement if h is 1. */
double contact_normal_root(const Contact *contact, const NormalPush *push, double free, double *p);
double contact_stored(const Contact *contact, double area, double g);

#endif
