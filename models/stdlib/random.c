// Random numbers: any number of their range.
#include "cassay.h"
#include <stdlib.h>
#include <unistd.h>

static int non_negative(void) {
  int value = __cassay_any_int("random number");
  __cassay_assume(value >= 0);
  return value;
}

int rand(void) { return non_negative(); }

void srand(unsigned seed) {}

int rand_r(unsigned *seed) {
  *seed = __cassay_any_uint("state of rand_r");
  return non_negative();
}

long random(void) { return non_negative(); }

void srandom(unsigned seed) {}

char *initstate(unsigned seed, char *state, size_t size) {
  static char first[128];
  __cassay_havoc(state, size, "state of random");
  return first;
}

char *setstate(char *state) {
  static char last[128];
  TOUCH(state);
  return last;
}

static double unit(void) {
  double value = __cassay_any_double("random number");
  __cassay_assume(value >= 0 && value < 1);
  return value;
}

double drand48(void) { return unit(); }

double erand48(unsigned short state[3]) {
  __cassay_havoc(state, 3 * sizeof *state, "state of erand48");
  return unit();
}

long lrand48(void) { return non_negative(); }

long nrand48(unsigned short state[3]) {
  __cassay_havoc(state, 3 * sizeof *state, "state of nrand48");
  return non_negative();
}

long mrand48(void) { return __cassay_any_int("random number"); }

long jrand48(unsigned short state[3]) {
  __cassay_havoc(state, 3 * sizeof *state, "state of jrand48");
  return __cassay_any_int("random number");
}

void srand48(long seed) {}

unsigned short *seed48(unsigned short state[3]) {
  static unsigned short last[3];
  __cassay_havoc(last, sizeof last, "state of drand48");
  return last;
}

void lcong48(unsigned short state[7]) {}

unsigned arc4random(void) { return __cassay_any_uint("random number"); }

unsigned arc4random_uniform(unsigned bound) {
  unsigned value = __cassay_any_uint("random number");
  __cassay_assume(bound < 2 ? value == 0 : value < bound);
  return value;
}

void arc4random_buf(void *bytes, size_t n) { __cassay_havoc(bytes, n, "random bytes"); }

int getentropy(void *bytes, size_t n) {
  if (n > 256 || __cassay_any_bool("getentropy fails"))
    return -1;
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
