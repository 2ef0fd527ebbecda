#include "results/vtu/output.h"

#include <errno.h>
#include <string.h>

JudderErr output_open(Output *output, const char *path) {
    *output = (Output){0};
    JudderErr err = target_create(&output->target, path, NULL);
    if (err == JUDDER_OK) {
        output->file = fopen(output->target.temporary, "we");
        if (!output->file) err = error_file("-o", path, errno);
    }
    if (err != JUDDER_OK) target_release(&output->target);
    return err;
}

JudderErr output_close(Output *output) {
    bool failed = fflush(output->file) != 0 || ferror(output->file) != 0;
    int reason = errno;
    if (fclose(output->file) != 0 && !failed) failed = true, reason = errno;
    if (!failed && !target_place(&output->target)) failed = true, reason = errno;
    const JudderErr err = failed ? error_machine("%s: cannot be written: %s", output->target.path,
                                                 strerror(reason))
                                 : JUDDER_OK;
    target_release(&output->target);
    output->file = NULL;
    return err;
}

/* Control characters have no place in XML 1.0. */
void output_attribute(Output *output, const char *text) {
    putc('"', output->file);
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", output->file);
        else if (*text == '<')
            fputs("&lt;", output->file);
        else if (*text == '"')
            fputs("&quot;", output->file);
        else
            putc((unsigned char)*text < 0x20 ? '_' : *text, output->file);
    }
    putc('"', output->file);
}
