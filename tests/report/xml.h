/* A judge of well-formed XML, as far as figures use it: nesting, quoted attributes that occur once, known
 * entities. */
#ifndef JUDDER_TESTS_REPORT_XML_H
#define JUDDER_TESTS_REPORT_XML_H

#include "judder_test.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

static inline bool xml_name_char(char c) {
    return isalnum((unsigned char)c) || strchr("-_:.", c);
}

static inline const char *xml_entity(const char *at) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0) return at + strlen(known[i]);
    fail_msg("unknown entity at \"%.30s\"", at);
    return at + 1;
}

static inline const char *xml_attributes(const char *at, const char *end, bool *closed) {
    char names[40][40];
    size_t count = 0;
    for (;;) {
        while (at < end && isspace((unsigned char)*at)) at++;
        if (at < end && *at == '>') return *closed = false, at + 1;
        if (at + 1 < end && at[0] == '/' && at[1] == '>') return *closed = true, at + 2;
        const char *name = at;
        while (at < end && xml_name_char(*at)) at++;
        if (at == name || at + 1 >= end || at[0] != '=' || at[1] != '"')
            fail_msg("bad attribute at \"%.40s\"", name);
        assert_true(count < COUNT_OF(names) && at - name < 40);
        snprintf(names[count], sizeof names[count], "%.*s", (int)(at - name), name);
        for (size_t i = 0; i < count; i++) assert_string_not_equal(names[i], names[count]);
        count++;
        for (at += 2; at < end && *at != '"';) {
            if (*at == '<') fail_msg("< inside an attribute at \"%.40s\"", name);
            at = *at == '&' ? xml_entity(at) : at + 1;
        }
        if (at >= end) fail_msg("an attribute does not end: \"%.40s\"", name);
        at++;
    }
}

/* Checks one element from its "<" on; returns the place behind its end. */
static inline const char *xml_element(const char *at, const char *end) {
    char open[64][32];
    size_t depth = 0;
    do {
        if (at >= end) fail_msg("the element %s does not end", depth ? open[depth - 1] : "?");
        if (*at == '&') {
            at = xml_entity(at);
        } else if (*at != '<') {
            if ((unsigned char)*at < 0x20 && *at != '\n' && *at != '\t') fail_msg("a control character");
            at++;
        } else if (at[1] == '/') {
            const size_t length = strcspn(at + 2, ">");
            assert_true(depth > 0);
            if (strlen(open[depth - 1]) != length || strncmp(open[depth - 1], at + 2, length) != 0)
                fail_msg("%s is closed by \"%.30s\"", open[depth - 1], at);
            depth--;
            at += 3 + length;
        } else {
            const char *name = ++at;
            bool closed;
            while (at < end && xml_name_char(*at)) at++;
            if (at == name) fail_msg("a bare < at \"%.40s\"", name - 1);
            assert_true(depth < COUNT_OF(open) && at - name < 32);
            snprintf(open[depth], sizeof open[depth], "%.*s", (int)(at - name), name);
            at = xml_attributes(at, end, &closed);
            if (!closed) depth++;
        }
    } while (depth > 0);
    return at;
}

/* Checks every <svg> of a page; returns how many there are at the outermost level. */
static inline size_t xml_figures(const char *page) {
    const char *end = page + strlen(page);
    size_t count = 0;
    for (const char *at = strstr(page, "<svg"); at; at = strstr(at, "<svg")) {
        at = xml_element(at, end);
        count++;
    }
    return count;
}

#endif
