//! ESBMC (TSE 2012) Figure 2: a write out of bounds and a violated assertion, both from one input.
//@ flags: --multi-property
//@ verdict: unsafe
//@ contains: <- input, nd_uchar()
//@ stats: vcs-left <= 9
#include <assert.h>
#define DLE 16
#define STX 2
#define ETX 3
typedef unsigned char uchar;
uchar nd_uchar(void);
int main(void) {
  uchar in[6] = {DLE, STX, nd_uchar(), DLE, ETX, '\0'};
  uchar out[6];
  int i = 0;
  int j = 0;
  while (in[i] != '\0') {
    switch (in[i]) {
    case (DLE):
      if (in[i + 1] == STX || in[i + 1] == ETX) {
        out[j] = in[i];
      } else {
        out[j] = in[i];
        out[++j] = DLE;
      };
      break;
    default:
      out[j] = in[i];
      break;
    }
    i++;
    j++;
  }
  out[j] = '\0'; //~ bounds
  assert(out[4] == ETX || out[5] == ETX); //~ assertion
  return 0;
}
