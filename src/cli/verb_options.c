/* Options of a verb, read from its help: lines "  --name VALUE   what it does", or "  --from X --to X
 * what they do". */
#include "cli/verb_options.h"

#include <stdio.h>
#include <string.h>

/* The words up to a gap of two blanks or the end of the line. */
static const char *verb_options_until_gap(const char *from, const char *end, char *text, size_t size) {
    const char *gap = from;
    while (gap < end && !(gap[0] == ' ' && (gap + 1 == end || gap[1] == ' '))) gap++;
    snprintf(text, size, "%.*s", (int)(gap - from), from);
    while (gap < end && *gap == ' ') gap++;
    return gap;
}

static bool verb_options_know(const VerbOption *options, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0) return true;
    return false;
}

/* The options that the head of a line names, each with what follows it up to the next. */
static size_t verb_options_take_head(const char *head, const char *help, VerbOption *options, size_t count) {
    while (*head == '-' && count < VERB_MOST_OPTIONS) {
        VerbOption *option = &options[count];
        const size_t name = strcspn(head, " ");
        const char *value = head + name + (head[name] == ' '), *next = strstr(value, " -");
        const size_t length = *value == '-' ? 0 : next ? (size_t)(next - value) : strlen(value);
        snprintf(option->name, sizeof option->name, "%.*s", (int)name, head);
        snprintf(option->value, sizeof option->value, "%.*s", (int)length, value);
        snprintf(option->help, sizeof option->help, "%s", help);
        count += !verb_options_know(options, count, option->name);
        head = value + length + (value[length] == ' ');
    }
    return count;
}

const char *verb_usage(const Verb *verb) {
    static char text[400];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", verb->usage);
    if (!verb->formats) return verb->usage;
    for (const ExportFormat *const *format = verb->formats; *format; format++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s",
                                 format == verb->formats ? " " : " | ", (*format)->option,
                                 (*format)->argument);
    return text;
}

const char *verb_help(const Verb *verb) {
    static char text[2400];
    size_t used = 0;
    if (!verb->formats) return verb->help;
    for (const ExportFormat *const *format = verb->formats; *format; format++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", (*format)->help);
    snprintf(text + used, sizeof text - used, "%s", verb->help);
    return text;
}

size_t verb_options(const Verb *verb, VerbOption options[VERB_MOST_OPTIONS]) {
    size_t count = 0;
    for (const char *line = verb_help(verb); *line && count < VERB_MOST_OPTIONS;) {
        const char *end = strchr(line, '\n');
        if (!end) end = line + strlen(line);
        if (strncmp(line, "  -", 3) == 0) {
            char head[80], help[sizeof options->help];
            const char *rest = verb_options_until_gap(line + 2, end, head, sizeof head);
            snprintf(help, sizeof help, "%.*s", (int)(end - rest), rest);
            count = verb_options_take_head(head, help, options, count);
        }
        line = *end ? end + 1 : end;
    }
    return count;
}

VerbTakes verb_takes(const Verb *verb) {
    if (strstr(verb_usage(verb), "CASE.lua")) return VERB_TAKES_CASE;
    if (strstr(verb_usage(verb), "MODEL")) return VERB_TAKES_MODEL;
    return strstr(verb_usage(verb), "WORD") ? VERB_TAKES_WORD : VERB_TAKES_RESULT;
}
