#include "contact/contact.h"

#include <math.h>
#include <string.h>

const ContactLaw *const contact_laws[] = {&unilateral_contact, &compliance_contact, &pressure_contact, NULL};

const ContactLaw *contact_law_find(const char *name) {
    for (const ContactLaw *const *law = contact_laws; *law; law++)
        if (strcmp((*law)->word.name, name) == 0) return *law;
    return NULL;
}

Contact contact_of_word(const Block *word) {
    const ContactParams *p = word->params;
    return (Contact){.law = contact_law_find(word->word->name),
                     .stiffness = p->eta > 0 ? 1 / p->eta : p->stiffness,
                     .power = p->power,
                     .pressure = p->S.constant};
}

void contact_row(const Contact *contact, const NormalPoint *at, bool touches, NormalRow *row) {
    const ContactLaw *law = contact->law;
    if (law->rigid && touches) {
        *row = (NormalRow){.value = at->stiffness * at->g, .by_g = at->stiffness};
        return;
    }
    *row = (NormalRow){.value = at->p, .by_p = 1};
    if (!law->rigid && (touches || law->given)) row->value -= law->force(contact, at, &row->by_g);
}

double contact_violation(const Contact *contact, const NormalPoint *at) {
    if (contact->law->rigid) return fabs(fmin(at->p, at->stiffness * at->g));
    return fabs(at->p - contact_force(contact, at));
}

double contact_force(const Contact *contact, const NormalPoint *at) {
    double stiffness;
    return contact->law->force ? contact->law->force(contact, at, &stiffness) : 0;
}

double contact_normal_root(const Contact *contact, const NormalPush *push, double free, double *p) {
    NormalPush moved = *push;
    double g;
    moved.g += push->h * free;
    *p = contact->law->root(contact, &moved, &g);
    return *p > 0 ? (g - push->g) / push->h : free;
}

double contact_stored(const Contact *contact, double area, double g) {
    return contact->law->stored ? contact->law->stored(contact, area, g) : 0;
}
