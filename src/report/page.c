/* The page: head, summary, then each study with what it says, its numbers and its figures; the case; the
 * papers. */
#include "report/report.h"

#include "base/text/references.h"
#include "report/figures/figure.h"
#include "report/hear.h"
#include "report/numbers.h"
#include "report/plot/style.h"
#include "report/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Page {
    const Reader *reader;
    const ReportOptions *options;
    Text out;
    FigureSheet sheet;
} Page;

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void write_escaped(Text *out, const char *before, const char *text, const char *after) {
    text_add(out, before);
    text_escape(out, text);
    text_add(out, after);
}

/* The folder of a case says more than "case.lua". */
static void case_title(const char *path, char title[200]) {
    const char *name = base_name(path);
    snprintf(title, 200, "%s", name);
    if (strcmp(name, "case.lua") != 0 || name == path) return;
    const char *end = name - 1, *start = end;
    while (start > path && start[-1] != '/') start--;
    if (end > start && strncmp(start, ".", (size_t)(end - start)) != 0)
        snprintf(title, 200, "%.*s", (int)(end - start), start);
}

static void write_head(Page *page) {
    Text *out = &page->out;
    char title[200];
    case_title(page->reader->case_file, title);
    text_add(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
    write_escaped(out, "<title>", title, " \xE2\x80\x93 judder</title>\n<style>\n");
    text_add(out, page_css);
    text_add(out, figure_css);
    text_add(out, "</style></head>\n<body>\n");
    write_escaped(out, "<h1>", title, "</h1>\n");
    write_escaped(out, "<p class=\"lead\">", page->reader->model, ", computed by judder ");
    write_escaped(out, "", page->reader->version, " from ");
    write_escaped(out, "", page->reader->case_file, "</p>\n");
}

static void write_studies(Page *page) {
    Text *out = &page->out;
    if (page->reader->count < 1) {
        text_add(out, "<p class=\"say bad\">The file holds no study.</p>\n");
        return;
    }
    text_add(out, "<table><tr><th>study</th><th>outcome</th><th>what it says</th></tr>\n");
    for (size_t i = 0; i < page->reader->count; i++) {
        const ReaderStudy *study = &page->reader->studies[i];
        text_format(out, "<tr><td><a href=\"#s%zu\">", i + 1);
        write_escaped(out, "", study->name, "</a></td><td>");
        write_escaped(out, "", study->outcome, "</td><td>");
        const bool judged = !study->reason[0] && study->verdict[0];
        write_escaped(out, "", judged ? study->verdict : study->reason[0] ? study->reason : study->note, "");
        if (judged) write_escaped(out, " (", study->certainty, ")");
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</table>\n");
}

/* What selected the solution, in words; the study's own sentence if it left one. */
static void write_selection(Page *page, const ReaderStudy *study) {
    Text *out = &page->out;
    const double several = value_as_number(value_get(study->values, "nonunique_steps")),
                 steps = value_as_number(value_get(study->values, "steps"));
    if (study->reason[0]) write_escaped(out, "<p class=\"say bad\">", study->reason, "</p>\n");
    if (study->verdict[0]) {
        const bool open = strcmp(study->certainty, "unanswered") == 0;
        write_escaped(out, open ? "<p class=\"say bad\">" : "<p class=\"say\"><strong>", study->verdict,
                      open ? "" : "</strong>");
        write_escaped(out, " (", study->certainty, ")</p>\n");
    }
    if (study->note[0]) write_escaped(out, "<p class=\"say\">", study->note, "</p>\n");
    if (study->note[0] || !isfinite(several) || !isfinite(steps)) return;
    if (several > 0)
        text_format(out, "<p class=\"say\">In %.0f of %.0f steps several solutions existed.</p>\n", several,
                    steps);
    else
        text_format(out, "<p class=\"say\">Each of the %.0f steps had one solution.</p>\n", steps);
}

static JudderErr page_draw_figures(const FigureSource *source, FigureSheet *sheet) {
    for (const Figure *const *figure = figures; *figure; figure++) TRY((*figure)->draw(source, sheet));
    return JUDDER_OK;
}

static JudderErr write_study(Page *page, size_t position) {
    const ReaderStudy *study = &page->reader->studies[position];
    Text *out = &page->out;
    FigureSource source;
    text_format(out, "<section><h2 id=\"s%zu\">", position + 1);
    write_escaped(out, "", study->name, "");
    if (strcmp(study->name, study->study) != 0) write_escaped(out, " <small>(", study->study, ")</small>");
    text_add(out, "</h2>\n");
    write_selection(page, study);
    TRY(figure_source_open(page->reader, study, &source));
    JudderErr err = hear_write(&source, out);
    text_add(out, "<div class=\"figures\">\n");
    if (err == JUDDER_OK) err = page_draw_figures(&source, &page->sheet);
    text_add(out, "</div>\n");
    if (err == JUDDER_OK) {
        numbers_write_energy(page->reader->model, study, out);
        numbers_write(page->reader->model, study, out);
        numbers_write_probes(page->reader->model, study, out);
        numbers_write_constant(&source.whole, out);
    }
    figure_source_close(&source);
    text_add(out, "</section>\n");
    return err;
}

/* The entry of a paper as it is; its key where there is none. */
static void write_entry(Text *out, const char *bibliography, const char *key) {
    size_t length;
    const char *at = bibliography ? references_entry(bibliography, key, &length) : NULL;
    char *entry = at ? strndup(at, length) : strdup(key);
    if (entry) write_escaped(out, "", entry, "\n");
    free(entry);
}

static void write_papers(Page *page) {
    char *keys = strdup(page->reader->references), *rest = NULL;
    page->out.failed = page->out.failed || !keys;
    if (!keys || !keys[0]) {
        free(keys);
        return;
    }
    text_add(&page->out,
             "<h2 id=\"cite\">To cite</h2>\n<p>The papers behind the methods of this case:</p>\n<pre>");
    for (char *key = strtok_r(keys, " ", &rest); key; key = strtok_r(NULL, " ", &rest))
        write_entry(&page->out, page->options->bibliography, key);
    text_add(&page->out, "</pre>\n");
    free(keys);
}

static JudderErr write_page(Page *page) {
    Text *out = &page->out;
    write_head(page);
    write_studies(page);
    for (size_t i = 0; i < page->reader->count; i++) TRY(write_study(page, i));
    write_escaped(out, "<h2 id=\"case\">The case</h2>\n<pre>", page->reader->case_text, "</pre>\n");
    write_papers(page);
    write_escaped(
        out,
        "<footer>Point at a figure to read values; drag over it to zoom in, double click to zoom out. "
        "Written by judder ",
        page->options->version, ".</footer>\n<script>\n");
    text_add(out, page_js);
    text_add(out, "</script>\n</body></html>\n");
    return out->failed ? error_memory() : JUDDER_OK;
}

JudderErr report_write(const char *result_file, const char *html_file, const ReportOptions *options,
                       ReportSummary *summary) {
    Reader *reader = NULL;
    TRY(reader_open(result_file, &reader));
    Page page = {.reader = reader, .options = options};
    page.sheet.out = &page.out;
    JudderErr err = write_page(&page);
    if (err == JUDDER_OK) err = write_file(html_file, result_file, page.out.at, page.out.length);
    *summary = (ReportSummary){page.sheet.count, page.out.length};
    text_release(&page.out);
    reader_close(&reader);
    return err;
}

JudderErr report_figures(const char *result_file, char **html) {
    Reader *reader = NULL;
    TRY(reader_open(result_file, &reader));
    Text out = {0};
    FigureSheet sheet = {.out = &out, .alone = true};
    JudderErr err = JUDDER_OK;
    text_add(&out, "");
    for (size_t i = 0; i < reader->count && err == JUDDER_OK; i++) {
        write_escaped(&out, "<section><h4>", reader->studies[i].name, "</h4>\n");
        FigureSource source;
        err = figure_source_open(reader, &reader->studies[i], &source);
        if (err == JUDDER_OK) err = page_draw_figures(&source, &sheet);
        figure_source_close(&source);
        text_add(&out, "</section>\n");
    }
    reader_close(&reader);
    if (err == JUDDER_OK && out.failed) err = error_memory();
    if (err == JUDDER_OK)
        *html = out.at;
    else
        text_release(&out);
    return err;
}
