/* The text of a case, token by token, and places in it (locate.c): comments are skipped, texts are one token
 * each, of signs only == is more than one character. */
#ifndef JUDDER_CASE_SCAN_H
#define JUDDER_CASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Scanner {
    const char *text;
    size_t length, at; /* at: start of the present token */
    size_t end;        /* of the present token */
    int line;
} Scanner;

/* Moves to the next token; false at the end. */
bool scan(Scanner *s);
/* Counts the lines from the present token to an offset, which is returned, or the length if it is beyond. */
size_t scan_lines(Scanner *s, size_t at);
bool token_is(const Scanner *s, const char *word);
/* Whether the token is a text, "..." or [[...]]; a name, a keyword or a part of a number. */
bool token_is_text(const Scanner *s);
bool token_is_name(const Scanner *s);

/* Where a word was called: on which line, and how often the same word had been called on that line before. */
typedef struct CallPlace {
    int line, turn;
} CallPlace;

/* Offset of the bracket that opens the arguments of a word called at a place, or after its line if it is not
 * on it; length if it is not found. */
size_t locate_word(const char *text, size_t length, CallPlace called, const char *word);
/* The line of `key =` directly inside the bracket at an offset, and the offset of its value; 0
 * if it is not found. */
int locate_key(const char *text, size_t length, size_t bracket, const char *key, size_t *value);
/* The line and the offset of an item (counted from 0) of the list whose bracket is at an offset; 0 and
 * length if it is not found. */
int locate_item(const char *text, size_t length, size_t bracket, size_t position, size_t *value);

#endif
