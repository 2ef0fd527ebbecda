/* The state of the delay method, out and back in: the clock, the ring, the frame of the inner loop, the
 * normal part, the filter, and where the drives are. */
#include "slab/delay/delay_frame.h"

/* A copy without what belongs to the program alone. */
static SlabDelay plain_copy(const SlabDelay *slab) {
    SlabDelay copy = *slab;
    copy.data = (SlabData){0};
    copy.roots = NULL, copy.normal = NULL, copy.damping = NULL, copy.frame = NULL, copy.ring = NULL;
    copy.watch = NULL;
    for (int k = 0; k < 2; k++) copy.foundation[k] = copy.top[k] = NULL;
    return copy;
}

static void take_back(SlabDelay *slab, SlabDelay copy) {
    copy.data = slab->data;
    copy.roots = slab->roots, copy.normal = slab->normal, copy.damping = slab->damping;
    copy.frame = slab->frame, copy.ring = slab->ring, copy.watch = slab->watch;
    for (int k = 0; k < 2; k++) copy.foundation[k] = slab->foundation[k], copy.top[k] = slab->top[k];
    *slab = copy;
}

static void exchange_frame(SlabDelay *slab, Archive *archive) {
    struct DelayFrame copy = *slab->frame;
    copy.law = NULL;
    archive_array(archive, "frame", &copy, sizeof copy);
    copy.law = slab->frame->law;
    *slab->frame = copy;
}

void slab_delay_exchange(SlabDelay *slab, Archive *archive) {
    SlabDelay copy = plain_copy(slab);
    archive_array(archive, "slab", &copy, sizeof copy);
    if (copy.n != slab->n || copy.stages != slab->stages || copy.slot >= slab->n ||
        copy.plain != slab->plain || copy.probes_done > copy.probes_seen) {
        archive_refuse(archive, "the position in the ring");
        return;
    }
    take_back(slab, copy);
    archive_array(archive, "ring", slab->ring, slab->n * (size_t)slab->stages * 2 * sizeof *slab->ring);
    if (slab->frame) exchange_frame(slab, archive);
    normal_exchange(slab->normal, archive);
    if (slab->damping) damping_exchange(slab->damping, archive);
    for (int k = 0; k < 2; k++) {
        track_exchange(slab->foundation[k], archive);
        track_exchange(slab->top[k], archive);
    }
}

size_t slab_delay_probes(const SlabDelay *slab) {
    return slab->probes_seen;
}
