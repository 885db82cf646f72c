//! Fibonacci's numbers up to the thirtieth.
//@ paper: 9 SNU-RT.Fibonacci
//@ row: --unwind 30
//@ safe: -DN=6
//@ unsafe: -DN=6 -DBUG
#include <assert.h>
#ifndef N
#define N 30
#endif
int nondet_int(void);

int fibonacci(int n) {
  int current = 1, before = 0;
  for (int i = 2; i <= n; i++) {
    int next = current + before;
    before = current;
    current = next;
  }
  return n == 0 ? 0 : current;
}

int main(void) {
  int n = nondet_int();
  if (n < 0 || n > N)
    return 0;
  int value = fibonacci(n);
#ifdef BUG
  assert(value > 0);
#else
  assert(value >= 0 && (n < 2 || value > 0));
#endif
  assert(n < 2 || value == fibonacci(n - 1) + fibonacci(n - 2));
  return 0;
}
