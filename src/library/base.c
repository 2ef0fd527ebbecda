/* Version, errors, texts. */
#include "judder/base.h"

#include "base/error.h"
#include "base/log.h"
#include "base/version.h"

#include <stdlib.h>

const char *judder_version(void) {
    return JUDDER_VERSION;
}

const char *judder_error_message(void) {
    return error_message();
}

const char *judder_error_field(void) {
    return error_field();
}

void judder_error_set(judder_status status, const char *message) {
    if (!message) message = "";
    if (status == JUDDER_STATUS_STOPPED)
        error_stopped("%s", message);
    else if (status == JUDDER_STATUS_MACHINE)
        error_machine("%s", message);
    else
        error_input(NULL, "%s", message);
    error_set_located();
}

void judder_error_set_field(const char *field) {
    error_set_field(field ? field : "");
}

void judder_thread_go_on(bool (*go_on)(void *context), void *context) {
    const StopQuestion question = {go_on, context};
    stop_ask(go_on ? &question : NULL);
}

bool judder_thread_goes_on(void) {
    return !stop_requested();
}

void judder_text_destroy(char **text) {
    if (!text) return;
    free(*text);
    *text = NULL;
}
