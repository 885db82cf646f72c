//! Local functions of one name in two files are two functions, and both have bodies.
//@ files: parts/static_function.c
//@ verdict: safe
//@ lacks: no body
#include <assert.h>
int other(int *x);
static void change(int *x);
int main(void) {
  int x = 1, y = 1;
  change(&x);
  assert(x == 2);
  assert(other(&y) == 11 && y == 11);
  return 0;
}
static void change(int *x) { *x += 1; }
