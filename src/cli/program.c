/* judder VERB ...: finds the verb and runs it; bodies are handed over. */
#include "cli/program.h"
#include "base/dense.h"
#include "base/version.h"
#include "cli/verbs.h"

#include "study/model.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set once, before any verb runs. */
static struct {
    char **words;
    const BodyStudies *bodies;
} program;

const Verb *const verbs[] = {&run_verb,    &check_verb, &sweep_verb,   &report_verb, &plot_verb,
                             &export_verb, &new_verb,   &explain_verb, &cite_verb,   NULL};

static void print_help(FILE *out) {
    fputs("judder: will it slide, stick, or squeal?\n\n"
          "A case file describes a body, its contact and its friction law; judder computes how it slides,\n"
          "which of several possible solutions is selected, and why.\n\n",
          out);
    for (const Verb *const *verb = verbs; *verb; verb++)
        fprintf(out, strlen((*verb)->usage) > 44 ? "  judder %s\n%55s%s\n" : "  judder %-45s %.0s%s\n",
                (*verb)->usage, "", (*verb)->summary);
    fputs("  judder --version | --help | VERB --help\n\n"
          "First steps:  judder new inclusion > first.lua && judder run first.lua\n",
          out);
}

static void print_verb_help(const Verb *verb) {
    printf("judder %s\n\n%s\n\n%s\nExample:  %s\n", verb->usage, verb->summary, verb->help, verb->example);
}

static const Verb *find_verb(const char *name) {
    for (const Verb *const *verb = verbs; *verb; verb++)
        if (strcmp((*verb)->name, name) == 0) return *verb;
    return strcmp(name, manual_verb.name) == 0 ? &manual_verb : NULL;
}

static int unknown_verb(const char *name) {
    NearWord near = near_start(name);
    for (const Verb *const *verb = verbs; *verb; verb++) near_offer(&near, (*verb)->name);
    if (near.best)
        fprintf(stderr, "judder: %s is no verb: did you mean %s?\n", name, near.best);
    else
        fprintf(stderr, "judder: %s is no verb: `judder --help` lists them\n", name);
    return EXIT_INPUT;
}

/* A word as a shell reads it back. */
static void print_quoted(const char *word, FILE *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (*word && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++) fputs(*word == '\'' ? "'\\''" : (const char[]){*word, '\0'}, out);
    fputc('\'', out);
}

void print_command(FILE *out, const char *option) {
    const char *ranks = getenv("OMPI_COMM_WORLD_SIZE");
    if (ranks) fprintf(out, "mpirun -n %s ", ranks);
    fputs("judder", out);
    bool has = false;
    for (char **word = program.words + 1; *word; word++) {
        const bool rest = strcmp(*word, "--") == 0;
        has = has || strcmp(*word, option) == 0;
        if (rest && !has) fprintf(out, " %s", option);
        has = has || rest;
        fputc(' ', out);
        print_quoted(*word, out);
    }
    fprintf(out, has ? "\n" : " %s\n", option);
}

const BodyStudies *program_bodies(void) {
    return program.bodies;
}

JudderErr program_agree(JudderErr err) {
    return program.bodies ? program.bodies->agree(err) : err;
}

/* The folder of this program with another name in it; false: not known. */
static bool beside(const char *name, char *path, size_t size) {
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    char *base = strrchr(path, '/');
    if (!base) return false;
    const size_t room = size - (size_t)(base + 1 - path);
    return (size_t)snprintf(base + 1, room, "%s", name) < room;
}

JudderErr hand_over(const Block *model) {
    const char *companion = model_companion(model);
    if (!companion || program.bodies) return JUDDER_OK;
    char path[PATH_MAX];
    fflush(stdout);
    if (beside(companion, path, sizeof path)) {
        program.words[0] = path;
        execv(path, program.words);
        REQUIRE(errno == ENOENT, error_machine("%s: cannot be started: %s", path, strerror(errno)));
    }
    char *own_name = program.words[0];
    program.words[0] = (char *)(size_t)companion;
    execvp(companion, program.words);
    program.words[0] = own_name;
    return error_machine("a %s is computed by the program %s, which is neither beside judder nor in PATH: %s",
                         model->word->name, companion, strerror(errno));
}

int judder_main(int count, char **words, const BodyStudies *bodies) {
    program.words = words;
    program.bodies = bodies;
    if (count < 2) {
        print_help(stderr);
        return EXIT_INPUT;
    }
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 || strcmp(words[1], "help") == 0) {
        print_help(stdout);
        return finish_output(EXIT_DONE);
    }
    if (strcmp(words[1], "--version") == 0) {
        puts("judder " JUDDER_VERSION);
        return finish_output(EXIT_DONE);
    }
    const Verb *verb = find_verb(words[1]);
    if (!verb) return unknown_verb(words[1]);
    for (int i = 2; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            print_verb_help(verb);
            return finish_output(EXIT_DONE);
        }
    dense_one_thread();
    return verb->run(count - 2, words + 2);
}
