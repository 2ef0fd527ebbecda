/* Where a table of the case stands, for messages; and how its values are refused. */
#ifndef JUDDER_CASE_PLACE_H
#define JUDDER_CASE_PLACE_H

#include "case/internal.h"

typedef struct Place {
    Case *read;
    const Word *word;
    int line;       /* of the word */
    size_t bracket; /* of its table in the text; the text's length if not found */
} Place;

/* The line of a field, and where its value starts in the text (the text's length if it is not found). */
int line_of_key(const Place *place, const char *key, size_t *value);
/* Adds the line of the field to an input error. */
JudderErr at_key(const Place *place, const char *key, JudderErr err);
/* "mu_s is -1: allowed is a number >= 0" at the line of the field, for the value on top of the stack. */
JudderErr refuse(const Place *place, const Param *param);
/* The length of the table on top of the stack, which must be a list: no names, no gaps. */
JudderErr list_length(const Place *place, const Param *param, size_t *count);

/* The list on top of the stack: of numbers, or of pairs of them. */
JudderErr read_numbers(const Place *place, const Param *param, Numbers *numbers, size_t pair);
/* The list of rows on top of the stack, or a word that stands for a matrix. */
JudderErr read_matrix(const Place *place, const Param *param, Matrix *matrix);
/* The table of names on top of the stack, each with a choice or a list of them. */
JudderErr read_groups(const Place *place, const Param *param, Groups *groups);
/* The text on top of the stack, which must be one of the choices. */
JudderErr read_choice(const Place *place, const Param *param, int *choice);
JudderErr read_word(const Place *place, const Param *param, Block *block);

#endif
