/* Words of the case language and their parameter tables.
 *
 * A word (`linear{...}`, `march{...}`, `inclusion{...}`) fills one plain struct. Its table says for each
 * field the key, the place in the struct, the type, the default, the range, the unit and the help: reading a
 * case, checking it, `judder explain`, the echo in a result and the manual all come from it. No Lua here. */
#ifndef JUDDER_BASE_WORD_H
#define JUDDER_BASE_WORD_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum ParamType {
    PARAM_NUMBER,            /* double */
    PARAM_COUNT,             /* long: an integer */
    PARAM_FLAG,              /* bool */
    PARAM_TEXT,              /* const char * */
    PARAM_FILE,              /* const char *: a path from the folder of the case (base/system/path.h) */
    PARAM_CHOICE,            /* int: position in choices */
    PARAM_NUMBERS,           /* Numbers: a list; a single number counts as a list of one */
    PARAM_POINTS,            /* Numbers of even length: a list of pairs {x, y} */
    PARAM_SIGNAL,            /* Signal: a number, a function or table_of{} */
    PARAM_SIGNALS,           /* Signal[components]: as above, or a list, or a function of several values */
    PARAM_VECTOR,            /* SignalVector: a list of numbers or signals, or a function of several values */
    PARAM_FUNCTION,          /* Function */
    PARAM_CHOICE_OR_NUMBERS, /* ChoiceOrNumbers: one of the choices, or a list of numbers */
    PARAM_CHOICE_OR_FUNCTION, /* ChoiceOrFunction: one of the choices, or a function */
    PARAM_WORD,               /* Block: one word of the kind in `of` */
    PARAM_WORDS,              /* BlockList: one word of that kind, or a list */
    PARAM_TABLE,              /* a struct inside the struct: a plain table with the fields of `table` */
    PARAM_TABLES,             /* BlockList: a list of plain tables with the fields of `table` */
    PARAM_MATRIX,             /* Matrix: a list of rows, or one word of the kind in `of` */
    PARAM_GROUPS              /* Groups: names chosen by the case, each with texts of `choices` */
} ParamType;

typedef enum ParamNeed { PARAM_OPTIONAL, PARAM_REQUIRED } ParamNeed;

struct Word;

typedef struct Param {
    const char *key;
    ParamType type;
    ParamNeed need;
    size_t offset;
    double preset;              /* default of a number, count, flag, choice, signal */
    double low, high;           /* allowed range; both 0: any finite value */
    bool above_low, below_high; /* the end itself is excluded */
    const char *unit;           /* "" if none */
    const char *help;
    const char *choices;      /* "aging|slip" */
    const char *of;           /* kind of word allowed */
    const char *preset_text;  /* default of a text; how explain shows a default that is not a number */
    const struct Word *table; /* of PARAM_TABLE and PARAM_TABLES */
    bool or_true;             /* of PARAM_TABLE: true stands for {}, false for not given */
    int components;           /* of PARAM_SIGNALS */
} Param;

typedef struct Word {
    const char *name;
    const char *kind;      /* "friction", "selection", "study", "model", ... */
    const char *summary;   /* one sentence */
    const char *reference; /* label of the equation, or "" */
    const char *formula;   /* the relation itself, lines of text; NULL: the sentence says it, or it is long */
    const char *papers;    /* keys of references.bib, separated by spaces, or "" */
    const char *example;   /* how it is written */
    const Param *params;   /* ends with a NULL key */
    size_t size;           /* of the struct that it fills */
    const char *bare;  /* key that a bare value fills: formula(function ... end); NULL: a table is needed */
    const char *items; /* key of the PARAM_TABLES that entries without a name fill; NULL: none may be there */
    JudderErr (*check)(const void *params); /* relations between fields; NULL: none */
} Word;

/* A list of numbers owned by whoever read it. */
typedef struct Numbers {
    size_t count;
    double *at;
} Numbers;

typedef struct ChoiceOrNumbers {
    int choice; /* holds if there are no numbers */
    Numbers numbers;
} ChoiceOrNumbers;

/* A word with its values, as read from a case. */
typedef struct Block {
    const Word *word; /* NULL: not given */
    void *params;
    const char *file;
    int line;         /* of the word */
    const int *lines; /* of each field, as in word->params */
} Block;

typedef struct BlockList {
    size_t count;
    Block *at;
} BlockList;

/* A matrix as a case gives it: its rows, or a word that stands for it. */
typedef struct Matrix {
    size_t rows, columns;
    double *at; /* row by row; NULL: not given so */
    Block from; /* no word: not given so */
} Matrix;

/* { top = {"x", "y"}, left = "x" }: names in alphabetical order, each with a set of choices. */
typedef struct Group {
    const char *name;
    unsigned chosen; /* bit i: the choice at position i */
} Group;

typedef struct Groups {
    size_t count;
    Group *at;
} Groups;

/* Whether the case gives the field of that key. */
bool block_gives(const Block *block, const char *key);
/* Adds to an input error that has no place yet the line of the field in the block that it concerns. */
JudderErr block_locate(const Block *block, JudderErr err);
#define block_refuse(block, ...) block_locate(block, error_input(__VA_ARGS__))

/* The param of that key, or NULL. */
const Param *word_param(const Word *word, const char *key);
/* Writes every default of the table into the struct. */
void word_presets(const Word *word, void *params);
/* Whether a number lies in the range of a param. */
bool param_allows(const Param *param, double value);
/* "a number in (0, 1] Pa", "one of aging, slip": what a message and explain say. */
void param_describe(const Param *param, char *text, size_t size);
/* The default as text: "0.5", "none", "\"modal\"". */
void param_describe_preset(const Param *param, char *text, size_t size);
/* The choice at a position of "a|b|c" (false beyond the last), and the position of a choice (-1 if none). */
bool choice_name(const char *choices, int position, char *text, size_t size);
int choice_find(const char *choices, const char *name);

/* How alike two words are: the number of edits between them. */
size_t word_distance(const char *a, const char *b);

/* Looks for the known word that a misspelt one may have meant: start, offer every known word, take `best`
 * (NULL: none is near). */
typedef struct NearWord {
    const char *given, *best;
    size_t distance;
} NearWord;

NearWord near_start(const char *given);
void near_offer(NearWord *near, const char *known);

#endif
