// Random numbers: any numbers of their range, and the same after the same seed.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>

// How many seeds are remembered, and how many of the numbers that follow each.
#define SEEDS 8
#define LONGEST 1024

// A generator that was never given a seed gives any numbers, and so does one whose seed or position is
// not remembered. Others give the numbers that were made up for the seed when it was first seen.
#define GENERATOR(name)                                                                            \
  static unsigned name##_seeds[SEEDS], name##_seen, name##_present = SEEDS, name##_position;       \
  static int name##_numbers[SEEDS][LONGEST];                                                       \
                                                                                                   \
  static int name##_next(void) {                                                                   \
    int value = __cassay_any_int("random number");                                                 \
    __cassay_assume(value >= 0);                                                                   \
    unsigned present = name##_present, position = name##_position;                                 \
    if (present < SEEDS && position < LONGEST) {                                                   \
      __cassay_assume(value == name##_numbers[present][position]);                                 \
      name##_position = position + 1;                                                              \
    }                                                                                              \
    return value;                                                                                  \
  }                                                                                                \
                                                                                                   \
  static void name##_start(unsigned seed) {                                                        \
    /* Zero is the same seed as one, as glibc has it. */                                           \
    if (seed == 0)                                                                                 \
      seed = 1;                                                                                    \
    name##_position = 0;                                                                           \
    unsigned seen = name##_seen;                                                                   \
    for (unsigned i = 0; i < SEEDS && i < seen; i++)                                               \
      if (name##_seeds[i] == seed) {                                                               \
        name##_present = i;                                                                        \
        return;                                                                                    \
      }                                                                                            \
    name##_present = seen;                                                                         \
    if (seen < SEEDS) {                                                                            \
      name##_seeds[seen] = seed;                                                                   \
      __cassay_havoc(name##_numbers[seen], sizeof name##_numbers[seen], "random numbers");         \
      name##_seen = seen + 1;                                                                      \
    }                                                                                              \
  }

GENERATOR(standard)
GENERATOR(posix)

int rand(void) { return standard_next(); }

void srand(unsigned seed) { standard_start(seed); }

long random(void) { return posix_next(); }

void srandom(unsigned seed) { posix_start(seed); }

static char first_state[128];
static char *state = first_state;

char *initstate(unsigned seed, char *fresh, size_t size) {
  if (size < 8) {
    errno = EINVAL;
    return NULL;
  }
  char *last = state;
  __cassay_havoc(fresh, size, "state of random");
  state = fresh;
  posix_start(seed);
  return last;
}

// How far the numbers of a state had come is not followed: they are any from here on.
char *setstate(char *fresh) {
  TOUCH(fresh);
  char *last = state;
  state = fresh;
  posix_present = SEEDS;
  return last;
}
