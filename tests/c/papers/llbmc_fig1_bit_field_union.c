//! LLBMC (VSTTE 2012) Figure 1: a bit-field, a union and a character write into the same word.
//@ flags: --32 --force-malloc-success
//@ verdict: unsafe
//@ contains: n =
#include <limits.h>
#include <stdlib.h>
void __llbmc_assert(int);
union U {
  char c[4];
  struct {
    int v : 31;
    int s : 1;
  } t;
  int i;
};
void __llbmc_main(char n) {
  union U *u;
  char *p;
  u = malloc(sizeof(union U));
  p = u->c;
  u->t.s = 1;
  u->t.v = 0;
  p[0] = n;
  __llbmc_assert(u->i == INT_MIN); //~ assertion
}
