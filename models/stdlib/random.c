// Random numbers: arbitrary values of their range, the same sequence for the same seed.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>

// How many seeds are remembered, and how many numbers for each.
#define SEEDS 8
#define LONGEST 1024

// Without a seed a generator gives arbitrary numbers, and so does one whose seed or position is not
// remembered. Others repeat the numbers that were chosen when the seed was first used.
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
    /* glibc treats the seed zero as one. */                                                       \
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

// The position in the sequence of a state is not modelled: later numbers are arbitrary.
char *setstate(char *fresh) {
  TOUCH(fresh);
  char *last = state;
  state = fresh;
  posix_present = SEEDS;
  return last;
}
