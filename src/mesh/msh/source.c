#include "mesh/msh/source.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 18 };

static JudderErr cannot_read(const char *path, const char *why) {
    return error_input("mesh", "%s: cannot be read: %s", path, why);
}

/* Without O_NONBLOCK, opening a pipe would wait for its writer. */
JudderErr source_open(Source *source, const char *name, int fd) {
    struct stat found;
    *source = (Source){.name = name, .fd = fd, .line = 1, .word = 1};
    REQUIRE(source->fd >= 0, cannot_read(name, strerror(errno)));
    JudderErr err = JUDDER_OK;
    if (fstat(source->fd, &found) != 0)
        err = cannot_read(name, strerror(errno));
    else if (!S_ISREG(found.st_mode))
        err = cannot_read(name, "not a regular file");
    else if (!(source->buffer = malloc(BUFFER_SIZE)))
        err = error_memory();
    source->at = source->end = source->buffer;
    source->size = err == JUDDER_OK ? found.st_size : 0;
    if (err != JUDDER_OK) source_close(source);
    return err;
}

void source_open_bytes(Source *source, const char *name, const void *bytes, size_t size) {
    *source = (Source){.name = name, .fd = -1, .size = (int64_t)size, .line = 1, .word = 1};
    source->at = bytes;
    source->end = source->at + size;
    source->behind = source->size;
}

void source_close(Source *source) {
    if (source->fd >= 0) close(source->fd);
    free(source->buffer);
    source->fd = -1;
    source->buffer = NULL;
}

static JudderErr located(const Source *source, int64_t place, const char *format, va_list args) {
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    error_input("mesh", source->binary ? "%.512s: byte %" PRId64 ": %s" : "%.512s:%" PRId64 ": %s",
                source->name, place, text);
    error_set_located();
    return JUDDER_INPUT;
}

JudderErr source_error(const Source *source, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const JudderErr err = located(source, source->word, format, args);
    va_end(args);
    return err;
}

JudderErr source_error_at(const Source *source, int64_t place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const JudderErr err = located(source, place, format, args);
    va_end(args);
    return err;
}

JudderErr source_ends(Source *source) {
    if (source->reason)
        return error_machine("%s: cannot be read: %s", source->name, strerror(source->reason));
    const int64_t place = source->binary ? source_position(source) : source->line;
    return source->section ? source_error_at(source, place, "the file ends inside %s", source->section)
                           : source_error_at(source, place, "the file ends too early");
}

size_t source_fill(Source *source, size_t bytes) {
    size_t have = (size_t)(source->end - source->at);
    if (have >= bytes || source->fd < 0) return have;
    memmove(source->buffer, source->at, have);
    source->at = source->buffer;
    while (have < bytes) {
        const ssize_t got = read(source->fd, source->buffer + have, BUFFER_SIZE - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) source->reason = errno;
        if (got <= 0) break;
        have += (size_t)got;
        source->behind += got;
    }
    source->end = source->buffer + have;
    return have;
}

static bool is_space(unsigned char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Goes to the next word; returns its length, at most SOURCE_WORD_SIZE, 0 at the end of the file. */
static size_t next_word(Source *source) {
    size_t have;
    while ((have = source_fill(source, SOURCE_WORD_SIZE)) > 0 && is_space(*source->at)) {
        while (have > 0 && is_space(*source->at)) {
            source->line += *source->at == '\n';
            source->at++, have--;
        }
    }
    source->word = source->binary ? source_position(source) : source->line;
    size_t length = 0;
    while (length < have && length < SOURCE_WORD_SIZE && !is_space(source->at[length])) length++;
    return length;
}

bool source_word(Source *source, char *word) {
    const size_t length = next_word(source);
    if (length == 0) return false;
    const size_t kept = length < SOURCE_WORD_SIZE ? length : SOURCE_WORD_SIZE - 1;
    memcpy(word, source->at, kept);
    word[kept] = '\0';
    source->at += kept;
    return true;
}

/* Words in messages: without bytes that a terminal would act upon, and not long. */
static JudderErr not_a_number(const Source *source, const char *word, const char *kind) {
    char shown[41];
    size_t i = 0;
    for (; word[i] && i + 1 < sizeof shown; i++)
        shown[i] = (char)((unsigned char)word[i] < 0x20 || (unsigned char)word[i] > 0x7e ? '?' : word[i]);
    shown[i] = '\0';
    return source_error(source, "\"%s\" stands where %s is needed", shown, kind);
}

JudderErr source_text_integer(Source *source, int64_t *number) {
    const size_t length = next_word(source);
    REQUIRE(length > 0, source_ends(source));
    const bool negative = *source->at == '-';
    size_t i = negative || *source->at == '+';
    int64_t value = 0;
    bool good = i < length && length - i <= 18;
    for (; good && i < length; i++) {
        const int digit = source->at[i] - '0';
        good = digit >= 0 && digit <= 9;
        value = 10 * value + digit;
    }
    if (!good) {
        char word[SOURCE_WORD_SIZE];
        source_word(source, word);
        return not_a_number(source, word, "an integer");
    }
    *number = negative ? -value : value;
    source->at += length;
    return JUDDER_OK;
}

JudderErr source_text_int(Source *source, int64_t *number) {
    TRY(source_text_integer(source, number));
    REQUIRE(*number >= INT_MIN && *number <= INT_MAX,
            source_error(source, "%" PRId64 " is too large: an int is needed", *number));
    return JUDDER_OK;
}

JudderErr source_quoted(Source *source, char *text, size_t size) {
    size_t length = 0;
    REQUIRE(next_word(source) > 0, source_ends(source));
    REQUIRE(*source->at == '"', source_error(source, "a name in quotes is needed"));
    source->at++;
    while (true) {
        REQUIRE(source_fill(source, 1) > 0, source_ends(source));
        const unsigned char c = *source->at++;
        if (c == '"') break;
        REQUIRE(c >= 0x20 && c != 0x7f, source_error(source, "a name has a character that cannot be shown"));
        REQUIRE(length + 1 < size, source_error(source, "a name is longer than %zu bytes", size - 1));
        text[length++] = (char)c;
    }
    text[length] = '\0';
    REQUIRE(length > 0, source_error(source, "a name is empty"));
    return JUDDER_OK;
}

JudderErr source_text_real(Source *source, double *number) {
    char word[SOURCE_WORD_SIZE], *end = word;
    REQUIRE(source_word(source, word), source_ends(source));
    *number = strtod(word, &end);
    if (*end || strpbrk(word, "xXpP(")) return not_a_number(source, word, "a number");
    return JUDDER_OK;
}

void source_skip_line(Source *source) {
    while (source_fill(source, 1) > 0) {
        const size_t have = (size_t)(source->end - source->at);
        const unsigned char *stop = memchr(source->at, '\n', have);
        source->at = stop ? stop + 1 : source->end;
        if (!stop) continue;
        source->line++;
        return;
    }
}

JudderErr source_bytes(Source *source, void *to, size_t count) {
    unsigned char *target = to;
    while (count > 0) {
        const size_t have = source_fill(source, 1), part = have < count ? have : count;
        REQUIRE(have > 0, source_ends(source));
        memcpy(target, source->at, part);
        source->at += part, target += part, count -= part;
    }
    return JUDDER_OK;
}

JudderErr source_check_count(const Source *source, int64_t count, const char *what, const int least[2]) {
    REQUIRE(count >= 0 && count < INT_MAX,
            source_error(source, "%" PRId64 " %s: the count must lie between 0 and 2^31 - 2", count, what));
    const int64_t most = source_left(source) / least[source->binary];
    REQUIRE(count <= most, source_error(source,
                                        "%" PRId64 " %s are promised, the rest of the file (%" PRId64
                                        " bytes) holds %" PRId64 " at most",
                                        count, what, source_left(source), most < 0 ? 0 : most));
    return JUDDER_OK;
}
