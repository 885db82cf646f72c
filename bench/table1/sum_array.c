//! Sums: of a running total kept in an array (the paper's Figure 5), and of any 1000 values.
//@ paper: 7 EUREKA.SumArray
//@ row: -DN=1000 --unwind 1000
//@ row: -DN=1000 -DANY --unwind 1000
//@ safe: -DN=10
//@ safe: -DN=10 -DANY
//@ unsafe: -DN=10 -DBUG
//@ unsafe: -DN=10 -DANY -DBUG
#include <assert.h>
#ifndef N
#define N 1000
#endif
#ifdef BUG
#define LESS 1
#else
#define LESS 0
#endif
int nondet_int(void);

int a[N];

int main(void) {
  int i;
#ifdef ANY
  int sum = 0;
  for (i = 0; i < N; i++) {
    a[i] = nondet_int();
    if (a[i] < 0 || a[i] > 1000)
      a[i] = 1000;
  }
  for (i = 0; i < N; i++)
    sum += a[i];
  assert(sum >= 0 && sum <= 1000 * N - LESS);
#else
  a[0] = 1;
  for (i = 1; i < N; i++)
    a[i] = a[i - 1] + i;
  assert(a[i - 1] == 1 + N * (N - 1) / 2 - LESS);
#endif
  return 0;
}
