/* The program in a folder of its own, and what it said. */
#ifndef JUDDER_TESTS_CLI_PROGRAM_H
#define JUDDER_TESTS_CLI_PROGRAM_H

#include "judder_test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-cli-XXXXXX";
static char text_out[1 << 16], text_err[1 << 16];

static inline void slurp(const char *name, char *text, size_t size) {
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* Runs `judder WORDS` in the folder of the test; its output is in text_out and text_err. */
static inline int judder(const char *words) {
    char command[2000];
    snprintf(command, sizeof command, "%s %s >out.txt 2>err.txt", JUDDER_PROGRAM, words);
    const int status = system(command);
    slurp("out.txt", text_out, sizeof text_out);
    slurp("err.txt", text_err, sizeof text_err);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static inline void write_case(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline bool exists(const char *name) {
    return access(name, F_OK) == 0;
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
