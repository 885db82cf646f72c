/* What every program of the differential test needs: a hash of everything it computes, and an end
 * that prints the hash (compiled natively) or claims that it is EXPECTED (verified). */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H

#include <stddef.h>
#include <stdint.h>

static uint32_t hash = 2166136261u;

static void mix32(uint32_t value) {
  hash = (hash ^ value) * 16777619u;
  hash ^= hash >> 15;
}

static void mix(uint64_t value) {
  mix32((uint32_t)value);
  mix32((uint32_t)(value >> 32));
}

/* Zero. In SYMBOLIC programs only a solver can know. */
static unsigned char opaque;
#ifdef SYMBOLIC
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
static void conceal(void) {
  opaque = __VERIFIER_nondet_uchar();
  __VERIFIER_assume((opaque & 15) + (opaque >> 4) == 0);
}
#else
static void conceal(void) {}
#endif

#ifdef EXPECTED
void reach_error(void);
static void finish(uint32_t value) {
  if (value != EXPECTED)
    reach_error();
}
#else
int printf(const char *, ...);
static void finish(uint32_t value) { printf("%08x\n", (unsigned)value); }
#endif

#endif
