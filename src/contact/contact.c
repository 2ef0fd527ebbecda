#include "contact/contact.h"

#include <string.h>

const ContactLaw *const contact_laws[] = {&unilateral_contact, &compliance_contact, &pressure_contact, NULL};

const ContactLaw *contact_law_find(const char *name) {
    for (const ContactLaw *const *law = contact_laws; *law; law++)
        if (strcmp((*law)->word.name, name) == 0) return *law;
    return NULL;
}
