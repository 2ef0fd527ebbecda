/* The text of references.bib, put into the program when it is built. */
#ifndef JUDDER_CLI_REFERENCES_H
#define JUDDER_CLI_REFERENCES_H

extern const char references_bib[];

#endif
