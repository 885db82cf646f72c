//! Lists of variable arguments are read as they were made.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <stdarg.h>
struct pair {
  char c;
  int i;
};
static long sum(int n, ...) {
  va_list list, second;
  long s = 0;
  va_start(list, n);
  va_copy(second, list);
  for (int i = 0; i < n; i++)
    s += va_arg(list, int);
  struct pair p = va_arg(list, struct pair);
  double d = va_arg(list, double);
  va_end(list);
  s += va_arg(second, int);
  va_end(second);
#ifdef BAD
  s += p.c; //~[bad] uninitialised
#endif
  return s + p.i + (d == 2.5);
}
int main(void) {
  struct pair p;
  p.i = 4;
  return sum(2, 1, 2, p, 2.5) != 9;
}
