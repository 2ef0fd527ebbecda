/* What the program knows about itself, written for others: pages of the manual, man pages,
 * completions of shells. All of it comes from the verbs and the parameter tables, so it cannot say
 * anything else than they do. */
#ifndef JUDDER_CLI_MANUAL_MANUAL_H
#define JUDDER_CLI_MANUAL_MANUAL_H

#include "base/error.h"
#include "base/word.h"

#include <stdio.h>

/* Kinds of words, in the order of the manual, and what their pages are called; ends with a NULL kind. */
typedef struct WordKind {
    const char *kind, *title;
    const char *folder; /* of the manual, where each word has a page; NULL: it has none */
} WordKind;
extern const WordKind word_kinds[];

/* The fields of a word as a table of Markdown; nothing without fields. */
void markdown_fields(const Word *word, FILE *out);
/* Name, sentence, equation, example and fields, under a heading of a level. */
void markdown_word(const Word *word, int level, FILE *out);
/* The page of all words. */
void markdown_words(FILE *out);

/* A file of a folder that is made if it is not there; one at a time. */
JudderErr manual_open(const char *folder, const char *name, FILE **file);
JudderErr manual_close(FILE **file);

/* Each fills a folder. */
JudderErr write_pages(const char *folder);
JudderErr write_man_pages(const char *folder);
JudderErr write_completions(const char *folder);

#endif
