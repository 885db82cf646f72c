// The rounding mode. It is the only part of the floating-point environment that is modelled.
#include "cassay.h"
#include <fenv.h>
#include <string.h>

int __cassay_rounding_mode = 1;

int fegetround(void) {
  switch (__cassay_rounding_mode) {
  case 0:
    return FE_TOWARDZERO;
  case 2:
    return FE_UPWARD;
  case 3:
    return FE_DOWNWARD;
  default:
    return FE_TONEAREST;
  }
}

int fesetround(int mode) {
  switch (mode) {
  case FE_TOWARDZERO:
    __cassay_rounding_mode = 0;
    return 0;
  case FE_TONEAREST:
    __cassay_rounding_mode = 1;
    return 0;
  case FE_UPWARD:
    __cassay_rounding_mode = 2;
    return 0;
  case FE_DOWNWARD:
    __cassay_rounding_mode = 3;
    return 0;
  default:
    return 1;
  }
}

int __flt_rounds(void) { return __cassay_rounding_mode; }

// fenv_t keeps the rounding mode in its control word, as on x86.
int fegetenv(fenv_t *environment) {
  memset(environment, 0, sizeof *environment);
  environment->__control_word = (unsigned short)(0x37f | fegetround());
  return 0;
}

int fesetenv(const fenv_t *environment) {
  return fesetround(environment == FE_DFL_ENV ? FE_TONEAREST
                                              : environment->__control_word & FE_TOWARDZERO);
}

int feholdexcept(fenv_t *environment) { return fegetenv(environment); }

int feupdateenv(const fenv_t *environment) { return fesetenv(environment); }
