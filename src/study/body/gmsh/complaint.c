#include "study/body/gmsh/complaint.h"

#include <stdio.h>
#include <string.h>

/* "Error   : '/proc/self/fd/3', line 3: syntax error (;)" */
static void hear_line(Complaint *complaint, const char *text) {
    static const char before_line[] = "', line ";
    const char *colon = strncmp(text, "Error", 5) == 0 ? strchr(text, ':') : NULL;
    if (!colon) return;
    const char *says = colon + 1 + strspn(colon + 1, " "), *place = strstr(says, before_line);
    int line = 0, used = 0;
    if (place && sscanf(place + strlen(before_line), "%9d:%n", &line, &used) == 1 && used > 0) {
        if (complaint->line > 0) return;
        complaint->line = line;
        says = place + strlen(before_line) + used;
        snprintf(complaint->located, sizeof complaint->located, "%s", says + strspn(says, " "));
    } else if (!complaint->first[0]) {
        snprintf(complaint->first, sizeof complaint->first, "%s", says);
    }
}

/* What would steer a terminal is not repeated. */
static char plain(char c) {
    const unsigned char code = (unsigned char)c;
    return code < ' ' || code == 127 ? '?' : c;
}

/* Of a line that is too long the beginning is heard. */
void complaint_hear(Complaint *complaint, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
            complaint->pending[complaint->length] = '\0';
            hear_line(complaint, complaint->pending);
            complaint->length = 0;
        } else if (complaint->length < sizeof complaint->pending - 1) {
            complaint->pending[complaint->length++] = plain(bytes[i]);
        }
    }
}

JudderErr complaint_raise(const Complaint *complaint, const char *geo) {
    if (complaint->line == 0)
        return error_input("file", "gmsh could not mesh %s%s%s", geo, complaint->first[0] ? ": " : "",
                           complaint->first);
    const bool more = complaint->first[0] != '\0';
    const JudderErr err = error_input("file", "%s:%d: gmsh: %s%s%s%s", geo, complaint->line,
                                      complaint->located, more ? " (" : "", complaint->first,
                                      more ? ")" : "");
    error_set_located();
    return err;
}
