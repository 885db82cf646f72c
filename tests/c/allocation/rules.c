//! Properties that are not about memory go by the rules: allocation succeeds.
//@ revisions: unreach overflow
//@[unreach] flags: --property unreach-call
//@[overflow] flags: --property no-overflow
//@[unreach] verdict: safe
//@[overflow] verdict: safe
//@ contains: malloc(): always succeeds
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    reach_error();
  *p = 1;
  free(p);
  return 0;
}
