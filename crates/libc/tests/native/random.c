// Random numbers of 48 bits, whose formula POSIX fixes. Other generators repeat what follows a seed.
#define _GNU_SOURCE
#include "check.h"
#include <stdlib.h>

MODEL(srand48) MODEL(seed48) MODEL(lcong48) MODEL(drand48) MODEL(lrand48) MODEL(mrand48)
MODEL(erand48) MODEL(nrand48) MODEL(jrand48)

static void check_own_state(void) {
  unsigned short expected[3], found[3];
  for (int i = 0; i < 3; i++)
    expected[i] = found[i] = (unsigned short)random_bits();
  CHECK(erand48(expected) == model_erand48(found), "erand48");
  CHECK(nrand48(expected) == model_nrand48(found), "nrand48");
  CHECK(jrand48(expected) == model_jrand48(found), "jrand48");
  CHECK(memcmp(expected, found, sizeof found) == 0, "state of jrand48");
}

static void seed(void) {
  unsigned short state[7];
  for (int i = 0; i < 7; i++)
    state[i] = (unsigned short)random_bits();
  long number = (long)random_bits();
  switch (random_bits() % 3) {
  case 0:
    srand48(number);
    model_srand48(number);
    break;
  case 1: {
    unsigned short *expected = seed48(state), *found = model_seed48(state);
    CHECK(memcmp(expected, found, 6) == 0, "seed48");
    break;
  }
  default:
    lcong48(state);
    model_lcong48(state);
  }
}

void check_random(void) {
  srand48(1);
  model_srand48(1);
  for (int i = 0; i < 10000; i++) {
    seed();
    for (int k = 0; k < 3; k++) {
      CHECK(drand48() == model_drand48(), "drand48");
      CHECK(lrand48() == model_lrand48(), "lrand48");
      CHECK(mrand48() == model_mrand48(), "mrand48");
    }
    check_own_state();
  }
}
