/* Programs run as a user runs them, in a folder of the test's own. */
#ifndef JUDDER_TESTS_FE_STUDIES_SHELL_H
#define JUDDER_TESTS_FE_STUDIES_SHELL_H

#include "judder_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-fe-studies-XXXXXX";
static char text_out[1 << 16], text_err[1 << 16];

static inline void slurp(const char *name, char *text, size_t size) {
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static inline int shell(const char *command) {
    char whole[4000];
    snprintf(whole, sizeof whole, "{ %s ; } >out.txt 2>err.txt", command);
    const int status = system(whole);
    slurp("out.txt", text_out, sizeof text_out);
    slurp("err.txt", text_err, sizeof text_err);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static inline void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline int times(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part)) count++;
    return count;
}

static inline int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static inline int leave_folder(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

#endif
