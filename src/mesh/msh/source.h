/* The bytes of a mesh file, read in pieces, as words and numbers of its text or its binary parts. */
#ifndef JUDDER_MESH_MSH_SOURCE_H
#define JUDDER_MESH_MSH_SOURCE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SOURCE_WORD_SIZE = 128 }; /* the longest word with its zero */

typedef struct Source {
    const char *name;
    int fd;                /* negative: all bytes are there */
    unsigned char *buffer; /* NULL: bytes of the caller */
    const unsigned char *at, *end;
    int64_t behind; /* position in the file of `end` */
    int64_t size;   /* of the file */
    int64_t line;   /* of `at`, counted from 1 */
    int64_t word;   /* place of the last word or number: its line, or byte */
    bool binary;
    const char *section; /* being read: "$Nodes" */
    int reason;          /* errno of a read that failed */
} Source;

/* Takes the descriptor over; negative: errno says why it is not there. */
JudderErr source_open(Source *source, const char *name, int fd);
void source_open_bytes(Source *source, const char *name, const void *bytes, size_t size);
void source_close(Source *source);

static inline int64_t source_position(const Source *source) {
    return source->behind - (source->end - source->at);
}
static inline int64_t source_left(const Source *source) {
    return source->size - source_position(source);
}

/* An input error at the place of the last word, or at a given place (line or byte). */
JudderErr source_error(const Source *source, const char *format, ...) __attribute__((format(printf, 2, 3)));
JudderErr source_error_at(const Source *source, int64_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The file ends where more was needed. */
JudderErr source_ends(Source *source);

/* Makes at least `bytes` (of a few hundred) available if the file has them; returns how many are. */
size_t source_fill(Source *source, size_t bytes);

/* The next word of the text; false at the end of the file. */
bool source_word(Source *source, char *word);
/* The next text in quotes, of at most size - 1 bytes. */
JudderErr source_quoted(Source *source, char *text, size_t size);
/* Numbers of the text; source_text_int: one that fits into an int. */
JudderErr source_text_int(Source *source, int64_t *number);
JudderErr source_text_integer(Source *source, int64_t *number);
JudderErr source_text_real(Source *source, double *number);
/* The rest of the line, without it. */
void source_skip_line(Source *source);

JudderErr source_bytes(Source *source, void *to, size_t count);

/* Numbers of a section that is binary in binary files: int, size_t and double of Gmsh. */
static inline JudderErr source_int(Source *source, int64_t *number) {
    int32_t value;
    if (!source->binary) return source_text_int(source, number);
    source->word = source_position(source);
    TRY(source_bytes(source, &value, sizeof value));
    *number = value;
    return JUDDER_OK;
}
/* Eight bytes, mostly at hand. */
static inline JudderErr source_eight(Source *source, void *number) {
    enum { SIZE = 8 };
    source->word = source_position(source);
    if (source->end - source->at < SIZE) return source_bytes(source, number, SIZE);
    memcpy(number, source->at, SIZE);
    source->at += SIZE;
    return JUDDER_OK;
}
static inline JudderErr source_size(Source *source, int64_t *number) {
    return source->binary ? source_eight(source, number) : source_text_integer(source, number);
}
static inline JudderErr source_real(Source *source, double *number) {
    return source->binary ? source_eight(source, number) : source_text_real(source, number);
}

/* Refuses a count that is negative, above what an int holds, or more than the rest of the file can hold
 * with so many bytes each (text, binary). */
JudderErr source_check_count(const Source *source, int64_t count, const char *what, const int least[2]);

#endif
