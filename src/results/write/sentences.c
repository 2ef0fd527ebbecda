/* What a study says in words: attributes of its group. */
#include "results/write/results_internal.h"

static JudderErr say(Results *results, const char *name, const char *text) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->study >= 0, results_misuse(results, "words without a study"));
    return results_report(results, attribute_write_text(results->study, name, text));
}

JudderErr results_note(Results *results, const char *note) {
    return say(results, "note", note);
}

JudderErr results_verdict(Results *results, const char *verdict, const char *certainty) {
    TRY(say(results, "verdict", verdict));
    return say(results, "certainty", certainty);
}
