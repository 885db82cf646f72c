//! Functions of CBMC that are exact here have their meaning, also without a declaration.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@ unseen: the functions exist in verifiers only
#include <stdlib.h>
int nondet_int(void);
int main(void) {
  int a[4], n = nondet_int();
  __CPROVER_assume(n >= 0 && n <= 4);
  __CPROVER_precondition(n < 5, "small");
  __CPROVER_assert(__CPROVER_r_ok(a, sizeof a) && !__CPROVER_r_ok(a, sizeof a + 1), "extent");
  __CPROVER_assert(__CPROVER_r_ok(a + n, 4) == (n < 4), "at a place");
  __CPROVER_assert(__CPROVER_same_object(a, a + n) && !__CPROVER_same_object(a, &n), "object");
  __CPROVER_assert(__CPROVER_POINTER_OFFSET(a + n) == 4 * n, "offset");
  __CPROVER_assert(__CPROVER_OBJECT_SIZE(a + 1) == sizeof a, "size");
  __CPROVER_assert(!__CPROVER_DYNAMIC_OBJECT(a), "on the stack");
  const char *text = "text";
  __CPROVER_assert(__CPROVER_r_ok(text, 5) && !__CPROVER_w_ok(text, 1), "constant");
  char *p = malloc(3);
  if (p) {
    __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(p + 1) && __CPROVER_w_ok(p, 3), "on the heap");
    free(p);
    __CPROVER_assert(!__CPROVER_r_ok(p, 1), "gone");
  }
  __CPROVER_assert(!__CPROVER_r_ok((char *)0, 1), "null");
  a[0] = a[1] = 7;
  __CPROVER_cover(n == 3);
  __CPROVER_input("n", n);
  __CPROVER_havoc_slice(&a[1], sizeof a[1]);
  __CPROVER_assert(a[0] == 7, "not in the slice");
#ifdef BAD
  __CPROVER_assert(a[1] == 7, "in the slice"); //~[bad] assertion
#endif
  return 0;
}
