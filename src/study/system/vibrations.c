/* Growth that is no motion in one direction: where energy does not exclude it, the system with its contacts
 * stuck may vibrate more and more. Its roots are counted in discs (PR-13). */
#include "study/system/system_model.h"

#include "stability/flutter/flutter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static JudderErr stuck_roots(const SystemPrepared *s, FlutterRoots *roots) {
    SmallMotion stuck = s->motion;
    SmallContact *contact = malloc(((size_t)stuck.contacts + 1) * sizeof *contact);
    Sliding sliding;
    REQUIRE(contact, error_memory());
    memcpy(contact, stuck.contact, (size_t)stuck.contacts * sizeof *contact);
    for (int i = 0; i < stuck.contacts; i++)
        if (contact[i].state != SMALL_CONTACT_OPEN) contact[i].state = SMALL_CONTACT_STUCK;
    stuck.contact = contact;
    JudderErr err = sliding_create(&stuck, &sliding);
    free(contact);
    TRY(err);
    err = flutter_roots(&sliding, 0, roots);
    sliding_release(&sliding);
    return err;
}

/* What the roots say, and the fastest that is proved to grow while it oscillates. */
static Vibrations judge_roots(const FlutterRoots *roots, const FlutterRoot **worst) {
    bool open = !roots->enclosed;
    *worst = NULL;
    for (int i = 0; i < roots->count; i++) {
        const FlutterRoot *root = &roots->at[i];
        open = open || root->fate == FATE_UNKNOWN;
        if (root->fate == FATE_GROWS && root->im > 0 && !*worst) *worst = root;
    }
    return *worst ? VIBRATIONS_GROW : open ? VIBRATIONS_OPEN : VIBRATIONS_NONE;
}

static bool all_are_held(const SystemPrepared *s) {
    int held = 0;
    for (int i = 0; i < s->motion.contacts; i++) held += s->contact[i].state == SMALL_CONTACT_OPEN ? 0 : 2;
    return held == s->motion.n;
}

JudderErr system_look_for_vibrations(StudyRun *run) {
    const SystemPrepared *s = run->prepared;
    FlutterRoots roots;
    const FlutterRoot *worst;
    if (all_are_held(s)) return JUDDER_OK;
    TRY(stuck_roots(s, &roots));
    StabilityAnswer *a = run->answer;
    a->vibrations = judge_roots(&roots, &worst);
    /* A contact that grazes may open instead. */
    if (a->vibrations == VIBRATIONS_NONE && condenser_grazing(s->condenser)) a->vibrations = VIBRATIONS_OPEN;
    if (worst) a->vibration_growth = worst->re, a->vibration_frequency = worst->im / (2 * M_PI);
    flutter_roots_release(&roots);
    return JUDDER_OK;
}
