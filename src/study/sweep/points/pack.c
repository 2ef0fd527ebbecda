/* A point as bytes: numbers as the machine has them, texts with their length. The journal lives on one
 * machine. */
#include "study/sweep/points/point.h"

#include "base/array/grow.h"

#include <stdlib.h>
#include <string.h>

typedef struct Bytes {
    unsigned char *at;
    size_t length, room;
    bool failed;
} Bytes;

static void put(Bytes *bytes, const void *from, size_t count) {
    bytes->failed = bytes->failed || !grow(&bytes->at, &bytes->room, bytes->length + count, 1);
    if (bytes->failed) return;
    if (count) memcpy(bytes->at + bytes->length, from, count);
    bytes->length += count;
}

static void put_count(Bytes *bytes, size_t count) {
    const uint32_t number = (uint32_t)count;
    put(bytes, &number, sizeof number);
}

static void put_text(Bytes *bytes, const char *text) {
    const size_t length = strlen(text);
    put_count(bytes, length);
    put(bytes, text, length);
}

static void put_motions(Bytes *bytes, const MotionList *motions) {
    const size_t count = (size_t)motions->count;
    put_count(bytes, (size_t)motions->dofs);
    put(bytes, &motions->space, sizeof motions->space);
    put_count(bytes, count);
    put(bytes, motions->lam, 2 * count * sizeof(double));
    put(bytes, motions->vector, 2 * count * (size_t)motions->width * sizeof(double));
}

JudderErr point_pack(const Point *point, unsigned char **out, size_t *size) {
    Bytes bytes = {0};
    put_count(&bytes, (size_t)point->outcome);
    put_text(&bytes, point->reason);
    put_count(&bytes, point->count);
    for (size_t i = 0; i < point->count && !bytes.failed; i++) put_text(&bytes, point->names[i]);
    put(&bytes, point->values, point->count * sizeof(double));
    put_count(&bytes, point->samples.count);
    put(&bytes, point->samples.t, point->samples.count * sizeof(double));
    put(&bytes, point->samples.at, point->samples.count * sizeof(double));
    put_motions(&bytes, &point->motions);
    put_count(&bytes, point->files.count);
    for (size_t i = 0; i < point->files.count; i++) {
        put_text(&bytes, point->files.at[i].name);
        put(&bytes, &point->files.at[i].sum, sizeof point->files.at[i].sum);
    }
    *out = bytes.at, *size = bytes.length;
    if (!bytes.failed) return JUDDER_OK;
    free(bytes.at);
    *out = NULL;
    return error_memory();
}

typedef struct Reading {
    const unsigned char *at;
    size_t left;
    bool failed;
} Reading;

static const unsigned char *take(Reading *reading, size_t count) {
    if (reading->failed || count > reading->left) {
        reading->failed = true;
        return NULL;
    }
    const unsigned char *at = reading->at;
    reading->at += count;
    reading->left -= count;
    return at;
}

static size_t take_count(Reading *reading) {
    uint32_t number = 0;
    const unsigned char *at = take(reading, sizeof number);
    if (at) memcpy(&number, at, sizeof number);
    return number;
}

static char *take_text(Reading *reading) {
    const size_t length = take_count(reading);
    const unsigned char *at = take(reading, length);
    char *text = at ? calloc(1, length + 1) : NULL;
    if (text) memcpy(text, at, length);
    reading->failed = reading->failed || !text;
    return text;
}

static void take_numbers(Reading *reading, size_t count, double *at) {
    const unsigned char *from = at ? take(reading, count * sizeof *at) : NULL;
    if (from && count) memcpy(at, from, count * sizeof *at);
    reading->failed = reading->failed || !from;
}

static void take_motions(Reading *reading, MotionList *motions) {
    uint64_t space = 0;
    const size_t dofs = take_count(reading), width = dofs < MOTIONS_WIDTH ? dofs : MOTIONS_WIDTH;
    const unsigned char *at = take(reading, sizeof space);
    if (at) memcpy(&space, at, sizeof space);
    const size_t count = take_count(reading);
    if (dofs > INT32_MAX || 2 * count * sizeof(double) > reading->left) reading->failed = true;
    if (reading->failed) return;
    *motions = (MotionList){.dofs = (int)dofs, .space = space, .width = (int)width};
    if (count == 0) return;
    if (2 * count * (1 + width) * sizeof(double) > reading->left) reading->failed = true;
    if (reading->failed) return;
    motions->count = motions->room = (int)count;
    motions->lam = malloc(2 * count * sizeof(double));
    motions->vector = malloc(2 * count * width * sizeof(double) + 1);
    take_numbers(reading, 2 * count, motions->lam);
    take_numbers(reading, 2 * count * width, motions->vector);
}

static void take_files(Reading *reading, NamedFiles *files) {
    const size_t count = take_count(reading);
    for (size_t i = 0; i < count && !reading->failed; i++) {
        uint64_t sum = 0;
        bool same = false;
        char *name = take_text(reading);
        const unsigned char *from = take(reading, sizeof sum);
        if (from) memcpy(&sum, from, sizeof sum);
        if (!name || named_files_add(files, name, sum, &same) != JUDDER_OK) reading->failed = true;
        free(name);
    }
}

bool point_unpack(const unsigned char *bytes, size_t size, Point *point) {
    Reading reading = {bytes, size, false};
    *point = (Point){.outcome = (PointOutcome)take_count(&reading)};
    point->reason = take_text(&reading);
    const size_t count = take_count(&reading);
    if (count > size) reading.failed = true;
    if (!reading.failed) {
        point->names = calloc(count + 1, sizeof *point->names);
        point->values = calloc(count + 1, sizeof *point->values);
    }
    for (; point->names && !reading.failed && point->count < count; point->count++)
        point->names[point->count] = take_text(&reading);
    take_numbers(&reading, count, point->values);
    const size_t samples = take_count(&reading);
    if (samples > SAMPLES_MOST) reading.failed = true;
    if (!reading.failed && samples > 0) {
        point->samples = (Samples){.count = samples, .at = calloc(2 * SAMPLES_MOST, sizeof(double))};
        if (point->samples.at) point->samples.t = point->samples.at + SAMPLES_MOST;
        take_numbers(&reading, samples, point->samples.t);
        take_numbers(&reading, samples, point->samples.at);
    }
    take_motions(&reading, &point->motions);
    take_files(&reading, &point->files);
    if (!reading.failed && reading.left == 0 && point->outcome <= POINT_MISSING) return true;
    point_release(point);
    return false;
}
