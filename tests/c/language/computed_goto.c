//! Jumps to labels taken as values.
//@ verdict: safe
#include <assert.h>
int nondet_int(void);
int main(void) {
  static void *table[] = {&&first, &&second};
  int x = nondet_int() & 1, r;
  goto *table[x];
first:
  r = 10;
  goto done;
second:
  r = 11;
done:
  assert(r == 10 + x);
  return 0;
}
