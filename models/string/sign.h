// The result of a comparison: C determines only its sign (C17 7.24.4p1).
#ifndef CASSAY_SIGN_H
#define CASSAY_SIGN_H

#include "cassay.h"
#include <limits.h>

static int any_of_sign(int sign) {
  if (sign == 0)
    return 0;
  int more = __cassay_any_int("value of a comparison") & INT_MAX;
  if (sign < 0)
    return -1 - more;
  return more == INT_MAX ? 1 : 1 + more;
}

#endif
