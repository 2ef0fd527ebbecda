#include "results/place/output.h"

#include <errno.h>
#include <unistd.h>

JudderErr output_open(Output *output, const PlaceWish *wish) {
    *output = (Output){0};
    TRY(target_create(&output->target, wish));
    const int file = fcntl(output->target.file, F_DUPFD_CLOEXEC, 0);
    output->file = file >= 0 ? fdopen(file, "w") : NULL;
    if (output->file) return JUDDER_OK;
    const JudderErr err = error_file(place_option(wish), output->target.place.path, errno);
    if (file >= 0) close(file);
    target_release(&output->target);
    return err;
}

JudderErr output_close(Output *output) {
    int reason = 0;
    if (fflush(output->file) != 0 || ferror(output->file)) reason = errno ? errno : EIO;
    if (fclose(output->file) != 0 && reason == 0) reason = errno;
    output->file = NULL;
    return target_finish(&output->target, reason);
}

void output_abandon(Output *output) {
    if (!output->file) return;
    fclose(output->file);
    output->file = NULL;
    target_release(&output->target);
}
