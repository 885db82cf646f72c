//! An array of a structure that `va_arg` gives lives until the end of the full expression.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
//@[bad] unseen: sanitizers take objects with temporary lifetime for variables of the function
#include <assert.h>
#include <stdarg.h>

struct list {
  int a[6];
};

static int last(int *p) {
  return p[5]; //~[bad] pointer.expired
}

static int pick(int n, ...) {
  va_list ap;
  va_start(ap, n);
#ifdef BAD
  int *p = va_arg(ap, struct list).a;
  int result = last(p);
#else
  int result = last(va_arg(ap, struct list).a);
#endif
  va_end(ap);
  return result;
}

int main(void) {
  struct list l = {{1, 2, 3, 4, 5, 6}};
  assert(pick(1, l) == 6);
  return 0;
}
