//! Variable arguments arrive in order and with their values.
//@ revisions: good bad small
//@[bad] flags: -DBAD
//@[small] flags: --32
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[small] verdict: safe
#include <assert.h>
#include <stdarg.h>
int nondet_int(void);

static int sum(int count, ...) {
  va_list list;
  int result = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    result ^= va_arg(list, int);
  va_end(list);
  return result;
}

int main(void) {
  int x = nondet_int();
  assert(sum(3, x, 5, 6) == (x ^ 3));
  assert(sum(0) == 0);
  int (*pointer)(int, ...) = sum;
#ifdef BAD
  assert(pointer(2, x, 1) != 0); //~[bad] assertion
#else
  assert(pointer(2, x, x) == 0);
#endif
  return 0;
}
