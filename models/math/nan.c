// NaNs. How the argument selects the payload is up to the implementation, so the payload is arbitrary.
#include "math/types.h"
#include <math.h>
#include <string.h>

#define DEFINE(T, S, ANY, P)                                                                       \
  T nan##S(const char *characters) {                                                               \
    if (!*characters)                                                                              \
      return NOT_A_NUMBER(T);                                                                      \
    (void)strlen(characters);                                                                      \
    T any = __cassay_any_##ANY("nan");                                                             \
    __cassay_assume(IS_NAN(any));                                                                  \
    return any;                                                                                    \
  }

FOR_EACH_TYPE(DEFINE)
