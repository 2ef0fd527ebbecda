/* Completions for bash, zsh and fish: verbs, their options, files by what a verb takes, models and words. */
#include "cli/manual/manual.h"

#include "cli/verb_options.h"
#include "cli/verbs.h"
#include "study/run/list.h"

#include <string.h>

static void list_models(FILE *out) {
    for (const Model *const *model = models; *model; model++)
        fprintf(out, "%s%s", model == models ? "" : " ", (*model)->word.name);
}

static void list_words(FILE *out) {
    for (const Word *const *word = vocabulary(); *word; word++)
        fprintf(out, "%s%s", word == vocabulary() ? "" : " ", (*word)->name);
}

static void list_verbs(FILE *out) {
    for (const Verb *const *verb = verbs; *verb; verb++)
        fprintf(out, "%s%s", verb == verbs ? "" : " ", (*verb)->name);
}

static bool takes_path(const VerbOption *option) {
    return strstr(option->value, "FILE") || strstr(option->value, "DIR");
}

static void bash_verb(const Verb *verb, FILE *out) {
    VerbOption options[VERB_MOST_OPTIONS];
    const size_t count = verb_options(verb, options);
    fprintf(out, "    %s) options='", verb->name);
    for (size_t i = 0; i < count; i++) fprintf(out, "%s ", options[i].name);
    fputs("--help'", out);
    switch (verb_takes(verb)) {
    case VERB_TAKES_CASE: fputs("; ending=lua", out); break;
    case VERB_TAKES_RESULT: fputs("; ending=h5", out); break;
    case VERB_TAKES_MODEL: fputs("; words='", out), list_models(out), fputc('\'', out); break;
    case VERB_TAKES_WORD: fputs("; words='", out), list_words(out), fputc('\'', out); break;
    }
    fputs(" ;;\n", out);
}

/* "-o|--csv": the options of all verbs whose value is a path, or is none. */
static void bash_values(bool path, FILE *out) {
    bool begun = false;
    for (const Verb *const *verb = verbs; *verb; verb++) {
        VerbOption options[VERB_MOST_OPTIONS];
        const size_t count = verb_options(*verb, options);
        for (size_t i = 0; i < count; i++) {
            if (!options[i].value[0] || takes_path(&options[i]) != path) continue;
            fprintf(out, "%s%s", begun ? "|" : "", options[i].name);
            begun = true;
        }
    }
}

static JudderErr write_bash(const char *folder) {
    FILE *out;
    TRY(manual_open(folder, "judder.bash", &out));
    fputs("# bash completion of judder, made by `judder manual completions`.\n_judder() {\n"
          "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options='' words='' "
          "ending=''\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '",
          out);
    list_verbs(out);
    fputs(" --help --version' -- \"$current\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n", out);
    for (const Verb *const *verb = verbs; *verb; verb++) bash_verb(*verb, out);
    fputs("    *) return ;;\n  esac\n  case $before in\n    ", out);
    bash_values(true, out);
    fputs(") COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n    ", out);
    bash_values(false, out);
    fputs(") return ;;\n  esac\n"
          "  if [[ $current == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
          "  elif [ -n \"$words\" ]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "  elif [ -n \"$ending\" ]; then\n    COMPREPLY=($(compgen -f -X \"!*.$ending\" -- \"$current\") "
          "$(compgen -d -- \"$current\"))\n  fi\n}\n"
          "complete -o filenames -F _judder judder judder-fe\n",
          out);
    return manual_close(&out);
}

/* Text inside single quotes of a shell, without what zsh reads as structure. */
static void write_quoted(const char *text, FILE *out) {
    for (const char *c = text; *c; c++)
        fputs(*c == '\''                            ? "'\\''"
              : *c == '[' || *c == ']' || *c == ':' ? " "
                                                    : (const char[]){*c, '\0'},
              out);
}

static void zsh_verb(const Verb *verb, FILE *out) {
    VerbOption options[VERB_MOST_OPTIONS];
    const size_t count = verb_options(verb, options);
    fprintf(out, "    %s) _arguments", verb->name);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, " '*%s[", options[i].name);
        write_quoted(options[i].help, out);
        fputc(']', out);
        if (options[i].value[0]) fprintf(out, ":value:%s", takes_path(&options[i]) ? "_files" : "");
        fputc('\'', out);
    }
    switch (verb_takes(verb)) {
    case VERB_TAKES_CASE: fputs(" '1:case:_files -g \"*.lua\"'", out); break;
    case VERB_TAKES_RESULT: fputs(" '1:result:_files -g \"*.h5\"'", out); break;
    case VERB_TAKES_MODEL: fputs(" '1:model:(", out), list_models(out), fputs(")'", out); break;
    case VERB_TAKES_WORD: fputs(" '1:word:(", out), list_words(out), fputs(")'", out); break;
    }
    fputs(" ;;\n", out);
}

static JudderErr write_zsh(const char *folder) {
    FILE *out;
    TRY(manual_open(folder, "_judder", &out));
    fputs("#compdef judder judder-fe\n# zsh completion of judder, made by `judder manual "
          "completions`.\nlocal -a verbs\nverbs=(",
          out);
    for (const Verb *const *verb = verbs; *verb; verb++) {
        fprintf(out, "\n  '%s:", (*verb)->name);
        write_quoted((*verb)->summary, out);
        fputc('\'', out);
    }
    fputs("\n)\nif (( CURRENT == 2 )); then\n  _describe verb verbs\nelse\n  local verb=$words[2]\n  shift "
          "words\n  (( CURRENT-- ))\n  case $verb in\n",
          out);
    for (const Verb *const *verb = verbs; *verb; verb++) zsh_verb(*verb, out);
    fputs("  esac\nfi\n", out);
    return manual_close(&out);
}

static void fish_verb(const Verb *verb, FILE *out) {
    VerbOption options[VERB_MOST_OPTIONS];
    const size_t count = verb_options(verb, options);
    fprintf(out, "complete -c judder -n __fish_use_subcommand -f -a %s -d '", verb->name);
    write_quoted(verb->summary, out);
    fputs("'\n", out);
    for (size_t i = 0; i < count; i++) {
        const bool is_long = options[i].name[1] == '-';
        fprintf(out, "complete -c judder -n '__fish_seen_subcommand_from %s' -%c %s%s -d '", verb->name,
                is_long ? 'l' : 's', options[i].name + (is_long ? 2 : 1),
                !options[i].value[0]      ? ""
                : takes_path(&options[i]) ? " -r"
                                          : " -x");
        write_quoted(options[i].help, out);
        fputs("'\n", out);
    }
    fprintf(out, "complete -c judder -n '__fish_seen_subcommand_from %s' ", verb->name);
    switch (verb_takes(verb)) {
    case VERB_TAKES_CASE: fputs("-k -a '(__fish_complete_suffix .lua)'\n", out); break;
    case VERB_TAKES_RESULT: fputs("-k -a '(__fish_complete_suffix .h5)'\n", out); break;
    case VERB_TAKES_MODEL: fputs("-f -a '", out), list_models(out), fputs("'\n", out); break;
    case VERB_TAKES_WORD: fputs("-f -a '", out), list_words(out), fputs("'\n", out); break;
    }
}

static JudderErr write_fish(const char *folder) {
    FILE *out;
    TRY(manual_open(folder, "judder.fish", &out));
    fputs("# fish completion of judder, made by `judder manual completions`.\n", out);
    for (const Verb *const *verb = verbs; *verb; verb++) fish_verb(*verb, out);
    return manual_close(&out);
}

JudderErr write_completions(const char *folder) {
    TRY(write_bash(folder));
    TRY(write_zsh(folder));
    return write_fish(folder);
}
