/* Pieces of XML. */
#ifndef JUDDER_RESULTS_VTU_XML_H
#define JUDDER_RESULTS_VTU_XML_H

#include <stdio.h>

/* A text as the value of an attribute. */
void xml_attribute(FILE *file, const char *text);

#endif
