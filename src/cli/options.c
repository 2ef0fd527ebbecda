#include "base/text/printable.h"
#include "cli/verb_options.h"
#include "cli/verbs.h"

#include "results/read/seal.h"
#include "study/run/list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The words of a verb while they are read. */
typedef struct Reading {
    int count, at;
    char **words;
    const Verb *verb;
    Options *options;
} Reading;

static bool takes(const Reading *r, char letter) {
    return strchr(r->verb->takes, letter) != NULL;
}

/* An option that takes a value, as "--set x" or "--set=x"; NULL: not this option. */
static JudderErr option_value(Reading *r, const char *name, const char **value) {
    const char *word = r->words[r->at];
    const size_t length = strlen(name);
    *value = NULL;
    if (strncmp(word, name, length) != 0) return JUDDER_OK;
    if (word[length] == '=') {
        *value = word + length + 1;
    } else if (word[length] == '\0') {
        REQUIRE(r->at + 1 < r->count, error_input(NULL, "judder: %s needs a value after it", name));
        *value = r->words[++r->at];
    }
    return JUDDER_OK;
}

static JudderErr add_setting(Options *options, const char *text) {
    const char *equals = strchr(text, '=');
    REQUIRE(equals && equals != text && equals[1],
            error_input(NULL, "judder: --set %s: key=value is needed", text));
    CaseSetting *settings = realloc(options->settings, (options->setting_count + 1) * sizeof *settings);
    REQUIRE(settings, error_memory());
    options->settings = settings;
    char *key = strndup(text, (size_t)(equals - text));
    REQUIRE(key, error_memory());
    settings[options->setting_count++] = (CaseSetting){key, equals + 1};
    return JUDDER_OK;
}

static JudderErr add_axis(Options *options, const char *text) {
    const char **over = realloc(options->over, (options->over_count + 1) * sizeof *over);
    REQUIRE(over, error_memory());
    options->over = over;
    over[options->over_count++] = text;
    return JUDDER_OK;
}

static bool takes_flag(const Reading *r, const char *word) {
    Options *options = r->options;
    if (takes(r, 'j') && strcmp(word, "--json") == 0) return options->json = true;
    if (takes(r, 'q') && strcmp(word, "--quiet") == 0) return options->quiet = true;
    if ((takes(r, 'v') || takes(r, 'r')) && strcmp(word, "--resume") == 0) return options->resume = true;
    if (takes(r, 'v') && strcmp(word, "--follow") == 0) return options->follow = true;
    if (takes(r, 'm') && strcmp(word, "--markdown") == 0) return options->markdown = true;
    return false;
}

/* Options that only keep their value: by the letter of what a verb takes. */
static JudderErr read_plain(Reading *r, bool *taken) {
    Options *options = r->options;
    const struct {
        char letter;
        const char *name;
        const char **value;
    } plain[] = {{'o', "-o", &options->output},
                 {'a', "--of", &options->of},
                 {'a', "--pitch", &options->pitch},
                 {'g', "--of", &options->of},
                 {'g', "--against", &options->against},
                 {'g', "--log", &options->log},
                 {'g', "--from", &options->from},
                 {'g', "--to", &options->to},
                 {'g', "--x", &options->x},
                 {'g', "--y", &options->y},
                 {'g', "--size", &options->size},
                 {'v', "--sample", &options->sample},
                 {'v', "--after", &options->after},
                 {'v', "--jobs", &options->jobs},
                 {'r', "--checkpoint", &options->checkpoint}};
    *taken = false;
    for (size_t i = 0; takes(r, 'c') && export_formats[i] && !*taken; i++) {
        const char *value = NULL;
        TRY(option_value(r, export_formats[i]->option, &value));
        *taken = value != NULL;
        if (value) options->format[i] = value;
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain && !*taken; i++) {
        const char *value = NULL;
        if (takes(r, plain[i].letter)) TRY(option_value(r, plain[i].name, &value));
        *taken = value != NULL;
        if (value) *plain[i].value = value;
    }
    return JUDDER_OK;
}

/* An option that the verb has not: the nearest of those in its help. */
static JudderErr refuse_option(const Reading *r, const char *word) {
    VerbOption known[VERB_MOST_OPTIONS];
    const size_t count = verb_options(r->verb, known);
    NearWord near = near_start(word);
    for (size_t i = 0; i < count; i++) near_offer(&near, known[i].name);
    if (near.best)
        return error_input(NULL, "judder %s: unknown option %s: did you mean %s? usage: judder %s",
                           r->verb->name, word, near.best, verb_usage(r->verb));
    return error_input(NULL, "judder %s: unknown option %s; usage: judder %s", r->verb->name, word,
                       verb_usage(r->verb));
}

static JudderErr read_word(Reading *r) {
    const char *word = r->words[r->at], *value = NULL;
    if (takes_flag(r, word)) return JUDDER_OK;
    if (takes(r, 's')) TRY(option_value(r, "--set", &value));
    if (value) return add_setting(r->options, value);
    if (takes(r, 'v')) TRY(option_value(r, "--over", &value));
    if (value) return add_axis(r->options, value);
    bool taken;
    TRY(read_plain(r, &taken));
    if (taken) return JUDDER_OK;
    REQUIRE(word[0] != '-', refuse_option(r, word));
    REQUIRE(!r->options->file, error_input(NULL, "judder %s: one name is enough: %s and %s were given",
                                           r->verb->name, r->options->file, word));
    r->options->file = word;
    return JUDDER_OK;
}

JudderErr options_read(int count, char **words, const Verb *verb, Options *options) {
    Reading r = {.count = count, .words = words, .verb = verb, .options = options};
    *options = (Options){0};
    for (; r.at < count; r.at++) {
        if (takes(&r, 'p') && strcmp(words[r.at], "--") == 0) {
            options->passed_on = count - r.at - 1;
            break;
        }
        TRY(read_word(&r));
    }
    REQUIRE(!takes(&r, 'f') || options->file,
            error_input(NULL, "judder %s: a file is needed; usage: judder %s", verb->name, verb_usage(verb)));
    REQUIRE(takes(&r, 'f') || takes(&r, 'w') || !options->file,
            error_input(NULL, "judder %s takes no %s", verb->name, options->file));
    return JUDDER_OK;
}

void options_release(Options *options) {
    for (size_t i = 0; i < options->setting_count; i++) free((char *)(size_t)options->settings[i].key);
    free(options->settings);
    free(options->over);
    *options = (Options){0};
}

int report_error(JudderErr err) {
    fflush(stdout);
    fprintf(stderr, "%s\n", error_message());
    if (err == JUDDER_STOPPED) return EXIT_INCOMPLETE;
    return err == JUDDER_INPUT ? EXIT_INPUT : EXIT_MACHINE;
}

int finish_output(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fprintf(stderr, "judder: the output could not be written: %s\n", strerror(errno));
    return EXIT_MACHINE;
}

void tell_doubt(const Options *options) {
    if (seal_doubt()[0] && !options->quiet) printable_line(stderr, "%s: %s", options->file, seal_doubt());
}

JudderErr read_case(const Options *options, Case **read) {
    const CaseOptions how = {
        .words = vocabulary(), .settings = options->settings, .setting_count = options->setting_count};
    return case_read(options->file, &how, read);
}
