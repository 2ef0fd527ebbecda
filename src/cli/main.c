#include "cli/program.h"

#include <stdio.h>
#include <unistd.h>

/* Ends without the last words of the libraries: after memory has run out some of them fall over. Everything
 * of ours is closed by now. Sanitizers look for leaks there. */
int main(int count, char **words) {
    const int status = judder_main(count, words, NULL);
    fflush(NULL);
#if !defined(__SANITIZE_ADDRESS__) && !defined(JUDDER_SANITIZED)
    _exit(status);
#endif
    return status;
}
