/* The operator # of Lua, as a function that answers the same in every process.
 *
 * Where a list has gaps, # of Lua depends on how the table happens to lie in memory, which differs from
 * process to process. Each `#operand` of a text is written as `__length(operand)` before Lua reads it; lines
 * stay where they are. The text has been read by Lua before, so its brackets and texts are well formed. */
#include "case/internal.h"
#include "case/scan.h"

#include <stdlib.h>
#include <string.h>

static const char opening[] = " __length(", first_statement[] = "local __length = ... ; ";
enum { DEEPEST = 150 };

typedef struct Rewriter {
    Scanner s;
    bool more;     /* there is a present token */
    size_t copied; /* up to here the text is in the new one */
    char *made;
    size_t used;
    int depth;
    bool callable; /* the last operand ended where arguments of a call may follow */
} Rewriter;

static void rewriter_put(Rewriter *r, const char *part, size_t length) {
    memcpy(r->made + r->used, part, length);
    r->used += length;
}

static bool at(const Rewriter *r, const char *token) {
    return r->more && token_is(&r->s, token);
}

/* Copies the present token with what stands before it, and moves on. */
static void accept(Rewriter *r) {
    rewriter_put(r, r->s.text + r->copied, r->s.end - r->copied);
    r->copied = r->s.end;
    r->more = scan(&r->s);
}

static bool operand(Rewriter *r);

/* The present token is #. */
static bool wrap(Rewriter *r) {
    if (++r->depth > DEEPEST) return false;
    rewriter_put(r, r->s.text + r->copied, r->s.at - r->copied);
    r->copied = r->s.end;
    rewriter_put(r, opening, sizeof opening - 1);
    r->more = scan(&r->s);
    if (!operand(r)) return false;
    rewriter_put(r, ")", 1);
    r->depth--;
    return true;
}

/* A bracket after `#{...}` begins a statement; after a call it would go on with that. */
static bool wrap_whole(Rewriter *r) {
    if (!wrap(r)) return false;
    if (!r->callable && at(r, "(")) rewriter_put(r, ";", 1);
    return true;
}

/* From the present bracket to the one that closes it. */
static bool bracketed(Rewriter *r) {
    int open = 0;
    do {
        if (!r->more) return false;
        if (at(r, "#")) {
            if (!wrap_whole(r)) return false;
            continue;
        }
        open += at(r, "(") || at(r, "[") || at(r, "{");
        open -= at(r, ")") || at(r, "]") || at(r, "}");
        accept(r);
    } while (open > 0);
    return true;
}

static bool followed_by(const Rewriter *r, char c) {
    return r->s.end < r->s.length && r->s.text[r->s.end] == c;
}

/* What may follow a name or a bracketed expression: fields, indices, calls. */
static bool suffixes(Rewriter *r) {
    for (;;) {
        if (!r->more) return true;
        if (token_is_text(&r->s)) {
            accept(r);
        } else if (at(r, "(") || at(r, "[") || at(r, "{")) {
            if (!bracketed(r)) return false;
        } else if ((at(r, ".") && !followed_by(r, '.')) || (at(r, ":") && !followed_by(r, ':'))) {
            accept(r);
            if (!r->more || !token_is_name(&r->s)) return false;
            accept(r);
        } else {
            return true;
        }
    }
}

/* A number, which has no length: 5, .5 */
static bool starts_number(const Rewriter *r) {
    const char *c = r->s.text + r->s.at;
    if (*c == '.' && r->s.end < r->s.length) c++;
    return *c >= '0' && *c <= '9';
}

static bool simple(Rewriter *r) {
    r->callable = false;
    if (!r->more || at(r, "function") || starts_number(r)) return false;
    if (token_is_text(&r->s) || at(r, "nil") || at(r, "true") || at(r, "false")) {
        accept(r);
        return true;
    }
    if (at(r, ".")) {
        for (int i = 0; i < 3 && at(r, "."); i++) accept(r);
        return true;
    }
    const bool table = at(r, "{");
    if (table || at(r, "(")) {
        const bool good = bracketed(r) && (table || suffixes(r));
        r->callable = !table;
        return good;
    }
    if (!token_is_name(&r->s)) return false;
    accept(r);
    const bool good = suffixes(r);
    r->callable = true;
    return good;
}

/* What an operator in front stands for: it binds weaker than ^ alone. */
static bool operand(Rewriter *r) {
    while (at(r, "-") || at(r, "~") || at(r, "not")) accept(r);
    if (!(at(r, "#") ? wrap(r) : simple(r))) return false;
    if (!at(r, "^")) return true;
    accept(r);
    return operand(r);
}

static size_t count_signs(const char *text, size_t length) {
    size_t count = 0;
    Scanner s = {.text = text, .length = length, .line = 1};
    while (scan(&s)) count += token_is(&s, "#");
    return count;
}

JudderErr length_rewrite(const char *file, const char *text, size_t length, char **made, size_t *size) {
    *made = NULL;
    const size_t signs = count_signs(text, length);
    if (signs == 0) return JUDDER_OK;
    Rewriter r = {.s = {.text = text, .length = length, .line = 1}};
    r.made = malloc(length + sizeof first_statement + signs * (sizeof opening + 1));
    REQUIRE(r.made, error_memory());
    rewriter_put(&r, first_statement, sizeof first_statement - 1);
    r.more = scan(&r.s);
    bool good = true;
    while (good && r.more) {
        if (at(&r, "#"))
            good = wrap_whole(&r);
        else
            accept(&r);
    }
    if (!good) {
        free(r.made);
        const JudderErr err = error_input(NULL, "what # stands before cannot be made out: give it a name");
        error_locate(file, r.s.line);
        return err;
    }
    rewriter_put(&r, text + r.copied, length - r.copied);
    *made = r.made;
    *size = r.used;
    return JUDDER_OK;
}
