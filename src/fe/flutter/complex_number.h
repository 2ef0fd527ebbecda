/* Complex numbers from their parts: glibc gives CMPLX to GCC alone. */
#ifndef JUDDER_FE_FLUTTER_COMPLEX_NUMBER_H
#define JUDDER_FE_FLUTTER_COMPLEX_NUMBER_H

#include <complex.h>

#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

#endif
