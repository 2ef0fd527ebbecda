/* judder: plain C, starts in milliseconds; bodies go to the companion. */
#include "cli/program.h"

int main(int count, char **words) {
    return judder_main(count, words, NULL);
}
