/* The state of the delay method, out and back in: the clock, the ring, the frame of the inner loop, the
 * normal part, the filter, and where the drives are. */
#include "slab/delay/delay_frame.h"

/* A copy without what belongs to the program alone. */
static SlabDelay plain_copy(const SlabDelay *slab) {
    SlabDelay copy = *slab;
    copy.stepper = (Stepper){0};
    copy.data = (SlabData){0};
    copy.roots = NULL, copy.normal = NULL, copy.damping = NULL, copy.frame = NULL, copy.ring = NULL;
    copy.fronts = NULL;
    for (int k = 0; k < 2; k++) copy.foundation[k] = copy.top[k] = NULL;
    return copy;
}

static void take_back(SlabDelay *slab, SlabDelay copy) {
    copy.stepper = slab->stepper;
    copy.data = slab->data;
    copy.roots = slab->roots, copy.normal = slab->normal, copy.damping = slab->damping;
    copy.frame = slab->frame, copy.ring = slab->ring, copy.fronts = slab->fronts;
    for (int k = 0; k < 2; k++) copy.foundation[k] = slab->foundation[k], copy.top[k] = slab->top[k];
    *slab = copy;
}

static void serialise_frame(SlabDelay *slab, Archive *archive) {
    struct DelayFrame copy = *slab->frame;
    copy.law = NULL;
    archive_array(archive, "frame", &copy, sizeof copy);
    copy.law = slab->frame->law;
    *slab->frame = copy;
}

JudderErr delay_serialise(Stepper *stepper, Archive *archive) {
    SlabDelay *slab = (SlabDelay *)stepper, copy = plain_copy(slab);
    archive_array(archive, "slab", &copy, sizeof copy);
    if (copy.n != slab->n || copy.stages != slab->stages || copy.slot >= slab->n ||
        copy.plain != slab->plain || stepper->probes.reached > copy.probes_seen) {
        archive_refuse(archive, "the position in the ring");
        return archive_state(archive);
    }
    take_back(slab, copy);
    archive_array(archive, "ring", slab->ring, slab->n * (size_t)slab->stages * 2 * sizeof *slab->ring);
    if (slab->fronts) archive_array(archive, "fronts", slab->fronts, slab->n * sizeof *slab->fronts);
    if (slab->frame) serialise_frame(slab, archive);
    normal_serialise(slab->normal, archive);
    if (slab->damping) damping_serialise(slab->damping, archive);
    for (int k = 0; k < 2; k++) {
        track_serialise(slab->foundation[k], archive);
        track_serialise(slab->top[k], archive);
    }
    return archive_state(archive);
}
