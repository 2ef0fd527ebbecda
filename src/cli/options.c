#include "cli/verbs.h"

#include "study/model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An option that takes a value, as "--set x" or "--set=x"; NULL: not this option. */
static JudderErr option_value(int count, char **words, int *at, const char *name, const char **value) {
    const char *word = words[*at];
    const size_t length = strlen(name);
    *value = NULL;
    if (strncmp(word, name, length) != 0) return JUDDER_OK;
    if (word[length] == '=') {
        *value = word + length + 1;
    } else if (word[length] == '\0') {
        REQUIRE(*at + 1 < count, error_input(NULL, "judder: %s needs a value after it", name));
        *value = words[++*at];
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

static bool takes_flag(const char *word, const char *takes, Options *options) {
    if (strchr(takes, 'j') && strcmp(word, "--json") == 0) return options->json = true;
    if (strchr(takes, 'q') && strcmp(word, "--quiet") == 0) return options->quiet = true;
    if (strpbrk(takes, "vr") && strcmp(word, "--resume") == 0) return options->resume = true;
    if (strchr(takes, 'v') && strcmp(word, "--follow") == 0) return options->follow = true;
    if (strchr(takes, 'm') && strcmp(word, "--markdown") == 0) return options->markdown = true;
    return false;
}

/* Options that only keep their value: by the letter of what a verb takes. */
static JudderErr read_plain(int count, char **words, int *at, const char *takes, Options *options,
                            bool *taken) {
    const struct {
        char letter;
        const char *name;
        const char **value;
    } plain[] = {{'o', "-o", &options->output},       {'c', "--csv", &options->csv},
                 {'c', "--vtu", &options->vtu},       {'a', "--wav", &options->wav},
                 {'a', "--of", &options->of},         {'a', "--pitch", &options->pitch},
                 {'g', "--of", &options->of},         {'g', "--against", &options->against},
                 {'g', "--log", &options->log},       {'g', "--from", &options->from},
                 {'g', "--to", &options->to},         {'g', "--x", &options->x},
                 {'g', "--y", &options->y},           {'g', "--size", &options->size},
                 {'v', "--sample", &options->sample}, {'v', "--after", &options->after},
                 {'v', "--jobs", &options->jobs},     {'r', "--checkpoint", &options->checkpoint}};
    *taken = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain && !*taken; i++) {
        const char *value = NULL;
        if (strchr(takes, plain[i].letter)) TRY(option_value(count, words, at, plain[i].name, &value));
        *taken = value != NULL;
        if (value) *plain[i].value = value;
    }
    return JUDDER_OK;
}

static JudderErr read_word(int count, char **words, int *at, const char *takes, const Verb *verb,
                           Options *options) {
    const char *word = words[*at], *value = NULL;
    if (takes_flag(word, takes, options)) return JUDDER_OK;
    if (strchr(takes, 's')) TRY(option_value(count, words, at, "--set", &value));
    if (value) return add_setting(options, value);
    if (strchr(takes, 'v')) TRY(option_value(count, words, at, "--over", &value));
    if (value) return add_axis(options, value);
    bool taken;
    TRY(read_plain(count, words, at, takes, options, &taken));
    if (taken) return JUDDER_OK;
    REQUIRE(word[0] != '-', error_input(NULL, "judder %s: unknown option %s; usage: judder %s", verb->name,
                                        word, verb->usage));
    REQUIRE(!options->file, error_input(NULL, "judder %s: one name is enough: %s and %s were given",
                                        verb->name, options->file, word));
    options->file = word;
    return JUDDER_OK;
}

JudderErr options_read(int count, char **words, const char *takes, const Verb *verb, Options *options) {
    *options = (Options){0};
    const bool passes_on = strchr(takes, 'p') != NULL;
    for (int i = 0; i < count; i++) {
        if (passes_on && strcmp(words[i], "--") == 0) {
            options->passed_on = count - i - 1;
            break;
        }
        TRY(read_word(count, words, &i, takes, verb, options));
    }
    const bool needs_file = strchr(takes, 'f') != NULL;
    REQUIRE(!needs_file || options->file,
            error_input(NULL, "judder %s: a file is needed; usage: judder %s", verb->name, verb->usage));
    REQUIRE(needs_file || strchr(takes, 'w') || !options->file,
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

JudderErr read_case(const Options *options, Case **read) {
    const CaseOptions how = {
        .words = vocabulary(), .settings = options->settings, .setting_count = options->setting_count};
    return case_read(options->file, &how, read);
}
