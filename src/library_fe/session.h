/* What the files of this folder share: PETSc as it was started, and errors on their way to the
 * main library. */
#ifndef JUDDER_LIBRARY_FE_SESSION_H
#define JUDDER_LIBRARY_FE_SESSION_H

#include "judder_fe.h"

#include "base/error.h"
#include "fe/start.h"
#include "fe_studies/studies.h"
#include "judder/base.h"

/* An input error unless there is a session. Until session_leave the question of the thread
 * (judder_thread_go_on), which the main library has, is asked here as well. */
JudderErr session_enter(void);
/* Hands an error to the main library, which the caller asks for it. */
judder_status session_leave(JudderErr err);

#endif
