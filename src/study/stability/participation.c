/* How much each contact drives each root that is listed. */
#include "study/stability/stability.h"

#include <stdlib.h>

bool stability_append_participation(StudyRun *run, int place, int contact, const double part[2]) {
    /* The list was lent by stability_begin; it is the study's own. */
    Value *item = (Value *)(size_t)value_at(value_get(run->values, "flutter"), (size_t)place);
    Value *list = (Value *)(size_t)value_get(item, "participation"), *one = value_object();
    if (!list) list = value_child_list(item, "participation");
    bool good = value_set(one, "contact", value_count(contact));
    good = value_set(one, "re", value_number(part[0])) && good;
    good = value_set(one, "im", value_number(part[1])) && good;
    return value_append(list, one) && good;
}

static JudderErr append_all(StudyRun *run, const Sliding *sliding, const FlutterAnswer *answer,
                            const FlutterRoots *left) {
    const size_t listed = value_length(value_get(run->values, "flutter"));
    double *parts = malloc(2 * (size_t)sliding->n * sizeof *parts);
    REQUIRE(parts, error_memory());
    bool good = true;
    for (int i = 0, place = 0; i < answer->roots->count && (size_t)place < listed && good; i++) {
        if (!stability_flutter_lists(&answer->search, &answer->roots->at[i])) continue;
        flutter_participation(sliding, &(FlutterDriven){answer->mu, answer->roots, left, i}, parts);
        for (int k = 0; k < sliding->n && good; k++)
            if (sliding->slide[k] >= 0)
                good = stability_append_participation(run, place, sliding->slide[k] + 1, parts + 2 * k);
        place++;
    }
    free(parts);
    return good ? JUDDER_OK : error_memory();
}

JudderErr stability_participation(StudyRun *run, const Sliding *sliding, const FlutterAnswer *answer) {
    FlutterRoots left;
    TRY(flutter_left_motions(sliding, answer->mu, &left));
    const JudderErr err = append_all(run, sliding, answer, &left);
    flutter_roots_release(&left);
    return err;
}
