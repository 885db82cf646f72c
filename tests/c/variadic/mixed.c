//! Structures, pointers, wide integers and copies of a list.
//@ revisions: large small
//@[small] flags: --32
//@ verdict: safe
#include <assert.h>
#include <stdarg.h>
struct point { int x, y, z; };
struct large { long values[4]; };

static void check(const char *what, ...) {
  va_list list, copy;
  va_start(list, what);
  va_copy(copy, list);
  struct point p = va_arg(list, struct point);
  assert(p.x == 1 && p.y == 2 && p.z == 3);
  assert(va_arg(list, long long) == 0x123456789abcll);
  int *q = va_arg(list, int *);
  assert(*q == 9);
  struct large l = va_arg(list, struct large);
  assert(l.values[3] == 4);
  assert(va_arg(list, int) == -1);
  p = va_arg(copy, struct point);
  assert(p.z == 3);
  va_end(copy);
  va_end(list);
}
int main(void) {
  int nine = 9;
  struct point p = {1, 2, 3};
  struct large l = {{1, 2, 3, 4}};
  check("", p, 0x123456789abcll, &nine, l, -1);
  return 0;
}
