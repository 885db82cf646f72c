//! Bubble sort of twelve arbitrary ints ends sorted; the formula is small and solved at once.
//@ revisions: good bad
//@ stats: solver-calls <= 1
//@ stats: terms <= 500
//@[good] verdict: safe
//@[bad] flags: -DROUNDS=10
//@[bad] verdict: unsafe
#include <assert.h>
#define N 12
#ifndef ROUNDS
#define ROUNDS (N - 1)
#endif
int nondet_int(void);
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = nondet_int();
  for (int i = 0; i < ROUNDS; i++)
    for (int j = 0; j < N - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i < N - 1; i++)
    assert(a[i] <= a[i + 1]); //~[bad] assertion
  return 0;
}
