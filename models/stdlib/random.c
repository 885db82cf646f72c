// Random numbers: any numbers of their range, and the same after the same seed.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

// How many numbers of a sequence are followed.
#define LONGEST (1UL << 24)

// The numbers that follow a seed. Their memory is never written: it holds any numbers.
struct sequence {
  unsigned seed;
  const int *numbers;
  struct sequence *next;
};

// A generator that was never given a seed has no sequence: its numbers are any.
struct generator {
  struct sequence *known;
  const int *numbers;
  size_t position;
};

static struct generator standard, posix;

static int next(struct generator *generator) {
  int value = __cassay_any_int("random number");
  __cassay_assume(value >= 0);
  if (generator->numbers) {
    size_t position = generator->position;
    // What comes behind the numbers that are followed is any.
    if (position < LONGEST) {
      __cassay_assume(value == generator->numbers[position]);
      generator->position = position + 1;
    }
  }
  return value;
}

static void start(struct generator *generator, unsigned seed) {
  // Zero is the same seed as one, as glibc has it.
  if (seed == 0)
    seed = 1;
  generator->position = 0;
  for (struct sequence *one = generator->known; one; one = one->next)
    if (one->seed == seed) {
      generator->numbers = one->numbers;
      return;
    }
  struct sequence *fresh = __cassay_object(sizeof *fresh);
  fresh->seed = seed;
  fresh->numbers = __cassay_object(LONGEST * sizeof *fresh->numbers);
  fresh->next = generator->known;
  generator->known = fresh;
  generator->numbers = fresh->numbers;
}

int rand(void) { return next(&standard); }

void srand(unsigned seed) { start(&standard, seed); }

int rand_r(unsigned *seed) {
  *seed = __cassay_any_uint("state of rand_r");
  int value = __cassay_any_int("random number");
  __cassay_assume(value >= 0);
  return value;
}

long random(void) { return next(&posix); }

void srandom(unsigned seed) { start(&posix, seed); }

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
  start(&posix, seed);
  return last;
}

// How far the numbers of a state had come is not followed: they are any from here on.
char *setstate(char *fresh) {
  TOUCH(fresh);
  char *last = state;
  state = fresh;
  posix.numbers = NULL;
  return last;
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
