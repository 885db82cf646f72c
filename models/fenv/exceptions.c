// Floating-point exception flags. Operations do not set them in Cassay, so their values are approximate.
#include "cassay.h"
#include <fenv.h>

#define NOTE() __cassay_note("any floating-point exception flag may be raised at any time")

int feclearexcept(int flags) {
  NOTE();
  return 0;
}

int feraiseexcept(int flags) {
  NOTE();
  return 0;
}

int fetestexcept(int flags) {
  NOTE();
  return __cassay_any_int("approximate exception flags") & flags & FE_ALL_EXCEPT;
}

int fegetexceptflag(fexcept_t *place, int flags) {
  NOTE();
  *place = (fexcept_t)fetestexcept(flags);
  return 0;
}

int fesetexceptflag(const fexcept_t *place, int flags) {
  NOTE();
  TOUCH(place);
  return 0;
}

int feenableexcept(int flags) {
  __cassay_unsupported("feenableexcept");
  return 0;
}

int fedisableexcept(int flags) { return 0; }

int fegetexcept(void) { return 0; }
