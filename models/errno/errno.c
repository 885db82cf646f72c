// The number of the last error, one for each thread.
#include "cassay.h"
#include <errno.h>

int *__errno_location(void) {
  static _Thread_local int number;
  return &number;
}
