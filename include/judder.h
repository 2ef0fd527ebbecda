/* judder: will it slide, stick, or squeal? The whole library.
 *
 * Link with -ljudder (pkg-config judder, or find_package(judder) and judder::judder in CMake). Bodies by
 * finite elements are in a library of their own, judder_fe.h.
 */
#ifndef JUDDER_H
#define JUDDER_H

#include "judder/base.h"
#include "judder/beam.h"
#include "judder/complementarity.h"
#include "judder/eicp.h"
#include "judder/fields.h"
#include "judder/inclusion.h"
#include "judder/law.h"
#include "judder/slab.h"
#include "judder/stability.h"
#include "judder/study.h"

#endif
