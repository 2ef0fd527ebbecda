/* Names of a result that `judder plot` knows, and the numbers that they stand for. */
#ifndef JUDDER_REPORT_QUANTITY_H
#define JUDDER_REPORT_QUANTITY_H

#include "base/error.h"
#include "results/read/reader.h"

#include <stdbool.h>

/* Numbers that a name stands for. */
typedef struct Quantity {
    const ReaderStudy *study;
    char name[160], unit[64];
    const ReaderSet *series; /* NULL: not a series, the numbers are here */
    double *at;
    size_t count;
    char partner[160]; /* what it is drawn against unless told; "" if there is nothing natural */
} Quantity;

/* A name as the user gave it with an option: NAME, or STUDY/NAME. */
typedef struct QuantityRequest {
    const char *option, *name;
    const ReaderStudy *only; /* of this study; NULL: of any */
} QuantityRequest;

/* Finds it; the numbers in found->at are to be freed. A name that is not there, or that several studies
 * have, is an input error that lists what there is. Of equal names a series comes before a field or a list
 * of values. */
JudderErr quantity_find(const Reader *reader, const QuantityRequest *wish, Quantity *found);
/* The input error of someone who has not said what: it lists what there is. */
JudderErr quantity_unsaid(const Reader *reader, const char *option);

/* Names of studies, collected for a message. */
typedef struct QuantityList {
    char text[900];
    size_t used, count;
} QuantityList;
void quantity_list(QuantityList *list, const char *study, const char *name);
/* The input error about a name that several studies have. */
JudderErr quantity_ambiguous(const QuantityRequest *wish, const QuantityList *list);

#endif
