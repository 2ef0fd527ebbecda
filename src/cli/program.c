/* judder VERB ...: finds the verb and runs it; bodies are handed over. */
#include "cli/program.h"
#include "base/dense.h"
#include "base/system/path.h"
#include "base/text/printable.h"
#include "base/version.h"
#include "cli/signals.h"
#include "cli/verb_options.h"
#include "cli/verbs.h"

#include "study/run/list.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set once, before any verb runs. */
static struct {
    char **words;
    const Team *team;
    const CompanionModel *companions;
} program;

const Verb *const verbs[] = {&run_verb,    &check_verb, &sweep_verb,   &report_verb, &plot_verb,
                             &export_verb, &new_verb,   &explain_verb, &cite_verb,   NULL};

static void print_help(FILE *out) {
    fputs("judder: will it slide, stick, or squeal?\n\n"
          "A case file describes a body, its contact and its friction law; judder computes how it slides,\n"
          "which of several possible solutions is selected, and why.\n\n",
          out);
    for (const Verb *const *verb = verbs; *verb; verb++)
        fprintf(out, strlen(verb_usage(*verb)) > 44 ? "  judder %s\n%55s%s\n" : "  judder %-45s %.0s%s\n",
                verb_usage(*verb), "", (*verb)->summary);
    fputs("  judder --version | --help | VERB --help\n\n"
          "First steps:  judder new inclusion > first.lua && judder run first.lua\n",
          out);
}

static void print_verb_help(const Verb *verb) {
    printf("judder %s\n\n%s\n\n%s\nExample:  %s\n", verb_usage(verb), verb->summary, verb_help(verb),
           verb->example);
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
        printable_line(stderr, "judder: %s is no verb: did you mean %s?", name, near.best);
    else
        printable_line(stderr, "judder: %s is no verb: `judder --help` lists them", name);
    return EXIT_INPUT;
}

static bool is_printable(const char *word) {
    for (size_t length; *word; word += length) {
        length = utf8_length(word);
        if (length == 0 || !printable_code(utf8_code(word, length))) return false;
    }
    return true;
}

/* A word that must not reach a terminal as it is: bash, zsh and ksh read it back. */
static void print_escaped(const char *word, FILE *out) {
    fputs("$'", out);
    for (; *word; word++) {
        const unsigned char c = (unsigned char)*word;
        fprintf(out, c < 0x20 || c >= 0x7F ? "\\x%02x" : c == '\'' || c == '\\' ? "\\%c" : "%c", c);
    }
    fputc('\'', out);
}

/* A word as a shell reads it back. */
static void print_quoted(const char *word, FILE *out) {
    if (!is_printable(word)) {
        print_escaped(word, out);
        return;
    }
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

const Team *program_team(void) {
    return program.team;
}

const CompanionModel *program_companions(void) {
    return program.companions;
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

/* Comes back only if that fails; errno says why. */
static void become(char *path) {
    char *own_name = program.words[0];
    program.words[0] = path;
    execv(path, program.words);
    program.words[0] = own_name;
}

JudderErr hand_over(const Block *model) {
    const char *companion = model_companion(model);
    if (!companion || program.companions) return JUDDER_OK;
    char path[PATH_MAX];
    fflush(stdout);
    if (beside(companion, path, sizeof path)) {
        become(path);
        REQUIRE(errno == ENOENT, error_machine("%s: cannot be started: %s", path, strerror(errno)));
    }
    REQUIRE(path_find_program(companion, path, sizeof path),
            error_machine("a %s is computed by the program %s, which is neither beside judder nor in PATH",
                          model->word->name, companion));
    become(path);
    return error_machine("%s: cannot be started: %s", path, strerror(errno));
}

static int verb_run(const Verb *verb, int count, char **words) {
    Options options = {0};
    int status = EXIT_DONE;
    if (verb->interruptible) watch_signals();
    if (verb->ends_at_once) watch_signals_to_end();
    JudderErr err = verb->write ? verb->write(count, words) : options_read(count, words, verb, &options);
    if (err == JUDDER_OK && verb->act) err = verb->act(&options, &status);
    if (err == JUDDER_OK && verb->tells_doubt) tell_doubt(&options);
    options_release(&options);
    return err == JUDDER_OK ? finish_output(status) : report_error(err);
}

int judder_main(int count, char **words, const Team *team, const CompanionModel *companions) {
    program.words = words;
    program.team = team;
    program.companions = companions;
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
    return verb_run(verb, count - 2, words + 2);
}
