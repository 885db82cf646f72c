// Random numbers of 48 bits, by the formula that POSIX fixes: x' = a x + c modulo 2^48.
#include "cassay.h"
#include <stdlib.h>

#define MASK 0xffffffffffffULL
#define FACTOR 0x5deece66dULL
#define TERM 0xb

static unsigned long long x, factor = FACTOR;
static unsigned short term = TERM;
// The initial state of a generator without seed is up to the library, so its numbers are arbitrary.
static _Bool seeded;

static unsigned long long after(unsigned long long last) { return (last * factor + term) & MASK; }

static unsigned long long next(void) {
  if (seeded) {
    x = after(x);
    return x;
  }
  unsigned long long value = __cassay_any_ullong("random number");
  __cassay_assume(value <= MASK);
  return value;
}

static unsigned long long load(const unsigned short state[3]) {
  return state[0] | (unsigned long long)state[1] << 16 | (unsigned long long)state[2] << 32;
}

static void store(unsigned short state[3], unsigned long long value) {
  state[0] = (unsigned short)value;
  state[1] = (unsigned short)(value >> 16);
  state[2] = (unsigned short)(value >> 32);
}

static unsigned long long step(unsigned short state[3]) {
  unsigned long long value = after(load(state));
  store(state, value);
  return value;
}

static double unit(unsigned long long value) { return (double)value * 0x1p-48; }

double drand48(void) {
  if (seeded)
    return unit(next());
  double value = __cassay_any_double("random number");
  __cassay_assume(value >= 0 && value < 1);
  return value;
}

double erand48(unsigned short state[3]) { return unit(step(state)); }

long lrand48(void) { return (long)(next() >> 17); }

long nrand48(unsigned short state[3]) { return (long)(step(state) >> 17); }

long mrand48(void) { return (int)(next() >> 16); }

long jrand48(unsigned short state[3]) { return (int)(step(state) >> 16); }

void srand48(long seed) {
  x = (unsigned long long)(unsigned)seed << 16 | 0x330e;
  factor = FACTOR;
  term = TERM;
  seeded = 1;
}

unsigned short *seed48(unsigned short state[3]) {
  static unsigned short last[3];
  if (seeded)
    store(last, x);
  else
    __cassay_havoc(last, sizeof last, "state of drand48");
  x = load(state);
  factor = FACTOR;
  term = TERM;
  seeded = 1;
  return last;
}

void lcong48(unsigned short state[7]) {
  x = load(state);
  factor = load(state + 3);
  term = state[6];
  seeded = 1;
}
