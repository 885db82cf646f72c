//! Decoder of adaptive differential pulse code modulation, on any 200 codes.
//@ paper: 15 HLS.adpcm_decode
//@ row: --unwind 200
//@ safe: -DN=3
//@ unsafe: -DN=13 -DBUG
#include "adpcm.h"
#include <assert.h>
unsigned char nondet_uchar(void);

unsigned char codes[N];
short samples[N];

int main(void) {
  struct state s = {0, 0};
  for (int i = 0; i < N; i++)
    codes[i] = nondet_uchar() & 15;
  for (int i = 0; i < N; i++) {
    advance(&s, codes[i]);
    samples[i] = (short)s.value;
  }
  assert(s.value >= -32768 && s.value <= 32767);
  assert(s.index >= 0 && s.index <= 88);
  return 0;
}
