/* Search and report of the eigenvalue complementarity problem, inside and outside. */
#ifndef JUDDER_LIBRARY_EICP_H
#define JUDDER_LIBRARY_EICP_H

#include "judder/eicp.h"

#include "complementarity/eicp.h"
#include "library/owned.h"

EicpSearch eicp_search_of(const judder_eicp_search *given);
judder_eicp_report eicp_report_of(const EicpReport *found);

#endif
