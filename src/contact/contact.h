/* How a contact carries the normal load: rigid and one-sided, compliant, or under a given pressure.
 *
 * A new law is one new file and one new line in contact.c.
 */
#ifndef JUDDER_CONTACT_CONTACT_H
#define JUDDER_CONTACT_CONTACT_H

#include "base/word.h"
#include "curve/signal.h"

typedef struct ContactLaw {
    Word word;
    bool opens; /* the contact may lift off */
    /* The pressure under a penetration >= 0; NULL: the pressure follows from the motion
     * (unilateral) or is given. */
    double (*pressure)(const void *params, double penetration);
} ContactLaw;

/* Top of the body held at -squeeze: the contact is pressed by that much from the start. */
typedef struct Unilateral {
    double squeeze;
} Unilateral;

typedef struct Compliance {
    double eta, squeeze;
    double stiffness, power; /* S = stiffness penetration^power, instead of eta */
} Compliance;

typedef struct GivenPressure {
    Signal S;
} GivenPressure;

extern const ContactLaw unilateral_contact, compliance_contact, pressure_contact;
extern const ContactLaw *const contact_laws[]; /* ends with NULL */

const ContactLaw *contact_law_find(const char *name);

#endif
