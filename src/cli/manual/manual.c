/* judder manual: writes pages, man pages or completions into a folder. Not among the verbs that help lists:
 * it is for those who build and package. */
#include "cli/manual/manual.h"

#include "cli/verbs.h"
#include "results/place/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static Output output; /* the one that is open */

static JudderErr make_folder(const char *path) {
    char part[1300];
    snprintf(part, sizeof part, "%.1200s", path);
    for (char *slash = strchr(part + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash) *slash = '\0';
        REQUIRE(mkdir(part, 0777) == 0 || errno == EEXIST, error_file(NULL, part, errno));
        if (!slash) return JUDDER_OK;
        *slash = '/';
    }
}

JudderErr manual_open(const char *folder, const char *name, FILE **file) {
    char path[1400];
    TRY(make_folder(folder));
    snprintf(path, sizeof path, "%.1200s/%.100s", folder, name);
    const JudderErr err = output_open(&output, &(PlaceWish){.path = path});
    *file = output.file;
    return err;
}

JudderErr manual_close(FILE **file) {
    *file = NULL;
    return output_close(&output);
}

static JudderErr write_what(int count, char **words) {
    static const struct {
        const char *name;
        JudderErr (*write)(const char *folder);
    } kinds[] = {{"pages", write_pages}, {"man", write_man_pages}, {"completions", write_completions}};
    REQUIRE(count == 2 && words[1][0] && strlen(words[1]) < 1000,
            error_input(NULL, "usage: judder %s", manual_verb.usage));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, words[0]) == 0) return kinds[i].write(words[1]);
    return error_input(NULL, "judder manual: %s: allowed are pages, man, completions", words[0]);
}

const Verb manual_verb = {
    .name = "manual",
    .usage = "manual pages|man|completions DIR",
    .summary = "write the manual's pages, man pages or completions of shells into a folder",
    .help = "  pages         Markdown: one page for each verb, model, law and study\n"
            "  man           man pages, in DIR/man1 and DIR/man5\n"
            "  completions   for bash, zsh and fish\n",
    .example = "judder manual man /tmp/man && man -l /tmp/man/man1/judder.1",
    .write = write_what,
};
