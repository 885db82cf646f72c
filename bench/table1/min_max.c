//! The least and the largest of 1000 values.
//@ paper: 8 EUREKA.MinMax
//@ row: -DN=1000 --unwind 1000
//@ row: -DN=6 -DEACH --unwind 6
//@ safe: -DN=8
//@ safe: -DN=4 -DEACH
//@ unsafe: -DN=8 -DBUG
#include <assert.h>
#ifndef N
#define N 1000
#endif
int nondet_int(void);

int a[N];

int main(void) {
  int i, k = nondet_int();
  for (i = 0; i < N; i++)
    a[i] = nondet_int();
  int min = a[0], max = a[0];
  for (i = 1; i < N; i++) {
    if (a[i] < min)
      min = a[i];
#ifdef BUG
    else if (a[i] > max && i != N / 2)
#else
    if (a[i] > max)
#endif
      max = a[i];
  }
#if defined(EACH) || defined(BUG)
  if (k >= 0 && k < N)
    assert(min <= a[k] && a[k] <= max);
#else
  assert(min <= max && min <= a[N - 1] && a[N - 1] <= max);
#endif
  return 0;
}
