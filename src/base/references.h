/* The text of references.bib, put into the program when it is built. */
#ifndef JUDDER_BASE_REFERENCES_H
#define JUDDER_BASE_REFERENCES_H

extern const char references_bib[];

#endif
