//! Selection sort: the least of what is left goes to the front.
//@ paper: 2 EUREKA.SelectionSort
//@ row: -DN=35 --unwind 35
//@ row: -DN=70 --unwind 70
//@ row: -DN=140 --unwind 140
//@ row: -DN=35 -DANY -DSAFETY --unwind 35
//@ row: -DN=70 -DANY -DSAFETY --unwind 70
//@ row: -DN=140 -DANY -DSAFETY --unwind 140
//@ row: -DN=6 -DANY --unwind 6
//@ row: -DN=7 -DANY --unwind 7
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
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (v[j] < v[least])
        least = j;
    int t = v[i];
    v[i] = v[least];
    v[least] = t;
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
