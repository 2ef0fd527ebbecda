/* Normal laws of condensed contact (BD-2): how the nodal force p answers the gap g. A law is one file, one
 * constant and one line in law.c. */
#ifndef JUDDER_CONDENSED_LAW_H
#define JUDDER_CONDENSED_LAW_H

#include <stdbool.h>

struct CondensedLaw;

/* A law with its numbers; each law reads its own. */
typedef struct CondensedContact {
    const struct CondensedLaw *law;
    double stiffness, power; /* compliance: pressure = stiffness penetration^power */
    double pressure;         /* pressure: the given one */
} CondensedContact;

typedef struct NormalPoint {
    double p, g;      /* nodal force and gap */
    double area;      /* of the node */
    double stiffness; /* of the body at the node: makes a force of a gap */
} NormalPoint;

/* phi(p, g) = 0 in units of force, and its derivatives. */
typedef struct NormalRow {
    double value, by_p, by_g;
} NormalRow;

typedef struct CondensedLaw {
    const char *name, *reference;
    bool rigid; /* p is free while g = 0 */
    bool (*touches)(const CondensedContact *contact, const NormalPoint *at);
    void (*row)(const CondensedContact *contact, const NormalPoint *at, bool touches, NormalRow *row);
    double (*force)(const CondensedContact *contact, const NormalPoint *at); /* p under g; NULL if rigid */
    double (*violation)(const CondensedContact *contact, const NormalPoint *at); /* in units of force */
} CondensedLaw;

extern const CondensedLaw condensed_unilateral, condensed_compliance, condensed_pressure;
extern const CondensedLaw *const condensed_laws[]; /* ends with NULL */
const CondensedLaw *condensed_law_find(const char *name);

#endif
