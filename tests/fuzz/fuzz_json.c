/* Trees of values made of anything: what is written is JSON, and numbers come back to the bit. */
#include "../json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

static int take(Bytes *bytes, void *to, size_t count) {
    if (bytes->left < count) return 0;
    memcpy(to, bytes->at, count);
    bytes->at += count, bytes->left -= count;
    return 1;
}

static char *take_text(Bytes *bytes) {
    uint8_t length = 0;
    take(bytes, &length, 1);
    if (length > bytes->left) length = (uint8_t)bytes->left;
    char *text = calloc(1, (size_t)length + 1);
    take(bytes, text, length);
    return text;
}

static Value *grow(Bytes *bytes, int depth) {
    uint8_t kind = 0, count = 0;
    double number = 0;
    long long whole = 0;
    take(bytes, &kind, 1);
    kind %= 7;
    if (kind >= 5 && depth > 20) kind = 0;
    if (kind == 0) return value_null();
    if (kind == 1 && take(bytes, &number, sizeof number)) return value_number(number);
    if (kind == 2 && take(bytes, &whole, sizeof whole)) return value_count(whole);
    if (kind == 3) return value_flag(bytes->left % 2);
    if (kind == 4) {
        char *text = take_text(bytes);
        Value *made = value_text(text);
        free(text);
        return made;
    }
    Value *made = kind == 5 ? value_list() : value_object();
    take(bytes, &count, 1);
    for (int i = 0; i < count % 16 && bytes->left > 0; i++) {
        char *key = kind == 6 ? take_text(bytes) : NULL;
        Value *item = grow(bytes, depth + 1);
        (void)(key ? value_set(made, key, item) : value_append(made, item));
        free(key);
    }
    return made;
}

/* Same shape, same numbers. Texts are escaped, so only their presence is compared; keys may
 * meet after that. */
static void compare(const Value *one, const Value *other) {
    const ValueKind kind = value_kind(one);
    if (kind == VALUE_COUNT) {
        if (value_kind(other) != VALUE_NUMBER || value_as_number(other) != (double)value_as_count(one))
            abort();
        return;
    }
    if (value_kind(other) != kind) abort();
    if (kind == VALUE_NUMBER && value_as_number(one) != value_as_number(other)) abort();
    if (kind != VALUE_LIST) return;
    if (value_length(one) != value_length(other)) abort();
    for (size_t i = 0; i < value_length(one); i++) compare(value_at(one, i), value_at(other, i));
}

static void must_be_plain(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < 0x20) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    Value *value = grow(&bytes, 0);
    if (!value) return 0;
    char *text = value_json(value);
    must_be_plain(text);
    const char *at = text;
    Value *read = json_item(&at);
    if (!read || *at) abort();
    compare(value, read);
    value_destroy(&read);
    value_destroy(&value);
    free(text);
    return 0;
}
