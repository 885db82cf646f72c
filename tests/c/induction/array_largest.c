//! No element is above the largest that a loop found.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#define N 1000
int nondet_int(void);
int a[N];
int main(void) {
  int n = nondet_int();
  if (n < 1 || n > N)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = nondet_int();
  int largest = a[0];
#ifdef BAD
  for (int i = 2; i < n; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    if (a[i] > largest)
      largest = a[i];
  for (int i = 0; i < n; i++)
    assert(a[i] <= largest); //~[bad] assertion
  return 0;
}
