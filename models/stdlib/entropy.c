// Random numbers from generators without stored state: nondeterministic values of their range.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int rand_r(unsigned *seed) {
  *seed = __cassay_any_uint("state of rand_r");
  int value = __cassay_any_int("random number");
  __cassay_assume(value >= 0);
  return value;
}

unsigned arc4random(void) { return __cassay_any_uint("random number"); }

unsigned arc4random_uniform(unsigned bound) {
  unsigned value = __cassay_any_uint("random number");
  __cassay_assume(bound < 2 ? value == 0 : value < bound);
  return value;
}

void arc4random_buf(void *bytes, size_t n) { __cassay_havoc(bytes, n, "random bytes"); }

int getentropy(void *bytes, size_t n) {
  if (n > 256 || __cassay_any_bool("getentropy fails")) {
    errno = EIO;
    return -1;
  }
  __cassay_havoc(bytes, n, "random bytes");
  return 0;
}

ssize_t getrandom(void *bytes, size_t n, unsigned flags) {
  ssize_t got = (ssize_t)__cassay_any_size("number of random bytes");
  __cassay_assume(got >= -1 && got <= (ssize_t)n);
  if (got > 0)
    __cassay_havoc(bytes, (size_t)got, "random bytes");
  return got;
}
