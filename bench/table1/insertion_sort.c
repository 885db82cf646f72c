//! Insertion sort: each element goes down to its place among those before it.
//@ paper: 3 EUREKA.InsertionSort
//@ row: -DN=35 --unwind 35
//@ row: -DN=70 --unwind 70
//@ row: -DN=140 --unwind 140
//@ row: -DN=35 -DANY -DSAFETY --unwind 35
//@ row: -DN=70 -DANY -DSAFETY --unwind 70
//@ row: -DN=140 -DANY -DSAFETY --unwind 140
//@ row: -DN=6 -DANY --unwind 6
//@ row: -DN=8 -DANY --unwind 8
//@ safe: -DN=5
//@ safe: -DN=4 -DANY
//@ safe: -DN=5 -DANY -DSAFETY
//@ unsafe: -DN=5 -DBUG
//@ unsafe: -DN=4 -DANY -DBUG
#include <assert.h>
#ifndef N
#define N 35
#endif
#ifdef BUG
#define SORTED (N - 1)
#else
#define SORTED N
#endif
int nondet_int(void);

int a[N];

void sort(int *v, int n) {
  for (int i = 1; i < n; i++) {
    int t = v[i];
    int j = i;
    while (j > 0 && v[j - 1] > t) {
      v[j] = v[j - 1];
      j--;
    }
    v[j] = t;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
#ifdef ANY
    a[i] = nondet_int();
#else
    a[i] = N - i;
#endif
  }
  sort(a, SORTED);
#ifndef SAFETY
  for (int i = 0; i + 1 < N; i++)
    assert(a[i] <= a[i + 1]);
#endif
  return 0;
}
