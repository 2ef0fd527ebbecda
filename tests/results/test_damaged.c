/* Results with damage anywhere: read or refused with a word that names the file, by every verb
 * that reads them. */
#include "judder_test.h"

#include "random.h"
#include "results/read/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const seeds[] = {"plain.h5", "events.h5", "chunks.h5"};
static char place[] = "/tmp/judder-damaged-XXXXXX";

static unsigned char *load(const char *name, size_t *size) {
    char path[500];
    snprintf(path, sizeof path, "%s/tests/fuzz/seeds_result/%s", JUDDER_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    unsigned char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void store(const unsigned char *bytes, size_t size) {
    FILE *file = fopen("damaged.h5", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* Cut, changed in some places, or filled with one byte from a place on. */
static size_t damage(Random *random, unsigned char *bytes, size_t size) {
    const size_t at = (size_t)(random_in(random, 0, 0.999) * (double)size);
    const int way = random_below(random, 4);
    if (way == 0) return at;
    if (way == 1) memset(bytes + at, random_below(random, 2) ? 0xff : 0, size - at < 64 ? size - at : 64);
    for (int i = 0; way > 1 && i < 1 << random_below(random, 6); i++)
        bytes[(size_t)(random_in(random, 0, 0.999) * (double)size)] = (unsigned char)random_bits(random);
    return size;
}

static void damaged_results_are_read_or_refused(void **state) {
    (void)state;
    Random random = {5};
    int refused = 0;
    for (int i = 0; i < (SANITIZED ? 30 : 300); i++) {
        size_t size;
        unsigned char *bytes = load(seeds[i % 3], &size);
        store(bytes, damage(&random, bytes, size));
        free(bytes);
        Reader *reader = NULL;
        const JudderErr err = reader_open("damaged.h5", &reader);
        assert_true(err == JUDDER_OK || err == JUDDER_INPUT);
        refused += err == JUDDER_INPUT;
        if (err == JUDDER_INPUT) assert_contains(error_message(), "damaged.h5");
        reader_close(&reader);
    }
    assert_true(refused > 10);
}

static int run(const char *words) {
    char command[600];
    snprintf(command, sizeof command, "%s %s >out.txt 2>err.txt", JUDDER_PROGRAM, words);
    const int status = system(command);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void every_verb_refuses(void **state) {
    (void)state;
    size_t size;
    unsigned char *bytes = load("events.h5", &size);
    store(bytes, size / 2);
    free(bytes);
    assert_int_equal(run("report damaged.h5"), 2);
    assert_int_equal(run("export damaged.h5 --csv tables"), 2);
    assert_int_equal(run("plot damaged.h5 --of v -o x.svg"), 2);
    assert_int_equal(run("export damaged.h5 --wav x.wav"), 2);
}

static int enter(void **state) {
    (void)state;
    return mkdtemp(place) && chdir(place) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", place);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_results_are_read_or_refused),
                                       cmocka_unit_test(every_verb_refuses)};
    return cmocka_run_group_tests(tests, enter, leave);
}
