//! A filter that stays in range for ever is proved, and the rounding of its steps changes a path.
//@ revisions: good bad ieee
//@ flags: --fixedbv-format 8.8
//@[bad] flags: -DBAD
//@[ieee] flags: --floatbv -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[ieee] verdict: safe
#include <assert.h>
float nondet_float(void);
int nondet_int(void);
int main(void) {
#ifdef BAD
  // A tenth is 26/256: ten of them are more than one.
  float sum = 0.0f;
  int steps = 0;
  while (sum < 1.0f && steps < 20) {
    sum += 0.1f;
    steps++;
  }
  assert(steps >= 10 && sum <= 1.001f); //~[bad] assertion
#else
  float state = 0.0f;
  while (nondet_int()) {
    float in = nondet_float();
    if (!(in >= -8.0f && in <= 8.0f))
      in = 0.0f;
    state = state * 0.5f + in;
    assert(state >= -17.0f && state <= 17.0f);
  }
#endif
  return 0;
}
