//! A variable that lives in a branch of a loop gets a new object in each iteration, and what is
//! left of them does not grow with the iterations.
//@ flags: --unwind 41
//@ verdict: safe
//@ stats: terms <= 20000
#include <assert.h>
#define N 40
int nondet_int(void);
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = nondet_int();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N - 1; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  return 0;
}
