//! Encoder of adaptive differential pulse code modulation, on any 200 samples.
//@ paper: 14 HLS.adpcm_encode
//@ row: --unwind 200
//@ safe: -DN=3
//@ unsafe: -DN=13 -DBUG
#include "adpcm.h"
#include <assert.h>
short nondet_short(void);

short samples[N];
unsigned char codes[N];

int encode(struct state *s, int sample) {
  int step = step_sizes[s->index];
  int difference = sample - s->value;
  int code = 0;
  if (difference < 0) {
    code = 8;
    difference = -difference;
  }
  for (int bit = 4; bit > 0; bit >>= 1) {
    if (difference >= step) {
      code |= bit;
      difference -= step;
    }
    step >>= 1;
  }
  advance(s, code);
  return code;
}

int main(void) {
  struct state s = {0, 0};
  for (int i = 0; i < N; i++)
    samples[i] = nondet_short();
  for (int i = 0; i < N; i++) {
    int code = encode(&s, samples[i]);
    assert(code >= 0 && code < 16);
    codes[i] = (unsigned char)code;
  }
  assert(s.value >= -32768 && s.value <= 32767);
  assert(s.index >= 0 && s.index <= 88);
  return 0;
}
