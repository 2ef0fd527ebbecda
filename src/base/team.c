#include "base/team.h"

#include "base/log.h"

static bool alone_first(void) {
    return true;
}

static JudderErr alone_agree(JudderErr err) {
    return err;
}

static bool alone_any(bool own) {
    return own;
}

static JudderErr alone_share(void **bytes, size_t *size) {
    (void)bytes, (void)size;
    return JUDDER_OK;
}

static JudderErr alone_begin(void) {
    return JUDDER_OK;
}

static void alone_end(void) {}

const Team team_alone = {.first = alone_first,
                         .agree = alone_agree,
                         .stop = stop_requested,
                         .any = alone_any,
                         .share = alone_share,
                         .begin = alone_begin,
                         .end = alone_end};
