//! A structure is read where a pointer and a number were passed: the address becomes a number there, so
//! the loop may write `cell` through it, and no proof may rest on the types of the arguments.
//@ revisions: early late small
//@ flags: --k-induction --max-k-step 2
//@[early] flags: -DLATE=0
//@[late] flags: -DLATE=1000000
//@[small] flags: -DLATE=0 --32
//@[early] verdict: unsafe
//@[late] verdict: unknown
//@[small] verdict: unsafe
//@[late] because: bound 2 reached by loop main.0
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  long first;
  long second;
};

static int cell;

static unsigned long take(int count, ...) {
  va_list list;
  va_start(list, count);
  struct pair both = va_arg(list, struct pair);
  va_end(list);
  return (unsigned long)both.first;
}

int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int() == 0) {
    int *out = (int *)take(1, &cell, 7L);
    if (n == LATE) {
      *out = 3;
      assert(cell == 0); //~[early] assertion //~[small] assertion
    }
    n = n < 2000000 ? n + 1 : 0;
  }
  return 0;
}
