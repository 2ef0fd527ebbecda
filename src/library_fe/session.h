/* What the files of this folder share: PETSc as it was started, and errors on their way to the
 * main library. */
#ifndef JUDDER_LIBRARY_FE_SESSION_H
#define JUDDER_LIBRARY_FE_SESSION_H

#include "judder_fe.h"

#include "companion/studies.h"
#include "fe/start.h"

/* The studies of bodies on the communicator of the session. */
const BodyStudies *session_studies(void);
/* An input error unless there is a session. */
JudderErr session_check(void);
/* Hands the message of an error to the main library, which the caller asks for it. */
judder_status session_status(JudderErr err);

#endif
