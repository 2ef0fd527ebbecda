/* Studies of bodies are hooked in here: each is one function of src/fe behind a converter of errors. */
#include "companion/studies.h"

#include "fe/start.h"

const BodyStudies companion_studies = {.agree = fe_agree,
                                       .stop = fe_stop_requested,
                                       .any = fe_any,
                                       .share = fe_share,
                                       .path = companion_path,
                                       .stability = companion_stability,
                                       .system_stability = companion_system,
                                       .march = companion_march,
                                       .limit = companion_limit,
                                       .exchange = companion_exchange};
