/* Compiled by a test, never linked: with WRONG each line must be refused, without it all must pass. A field
 * of a setup whose type the table does not know would be read as another one. */
#include "library/owned.h"

typedef enum Choice { FIRST, SECOND } Choice;
typedef struct Given {
    double number;
    size_t size;
    long count;
    Choice choice;
    bool flag;
    int whole;
    float narrow;
} Given;
typedef struct Made {
    double number;
    size_t size;
    long count;
} Made;

const SetupField fields[] = {
#ifndef WRONG
    SETUP_NUMBER(Given, number, Made, number, NULL, "", SETUP_ALWAYS),
    SETUP_NUMBER(Given, size, Made, size, NULL, "", SETUP_ALWAYS),
    SETUP_NUMBER(Given, count, Made, count, NULL, "", SETUP_ALWAYS),
    SETUP_CHOICE(Given, choice, NULL, "", NULL),
    SETUP_CHOICE(Given, flag, NULL, "", NULL),
#elif WRONG == 1
    SETUP_NUMBER(Given, flag, Made, number, NULL, "", SETUP_ALWAYS),
#elif WRONG == 2
    SETUP_NUMBER(Given, whole, Made, count, NULL, "", SETUP_ALWAYS),
#elif WRONG == 3
    SETUP_NUMBER(Given, choice, Made, count, NULL, "", SETUP_ALWAYS),
#elif WRONG == 4
    SETUP_NUMBER(Given, number, Made, size, NULL, "", SETUP_ALWAYS),
#elif WRONG == 5
    SETUP_CHOICE(Given, number, NULL, "", NULL),
#elif WRONG == 6
    SETUP_CHOICE(Given, whole, NULL, "", NULL),
#elif WRONG == 7
    SETUP_OTHER(Given, narrow, NULL, ""),
#endif
    {0},
};
