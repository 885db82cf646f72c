//! Pointers among the parameters of an entry may be null; that each leads to an object of its own is
//! told.
//@ revisions: null guarded alias
//@[null] flags: --function read
//@[guarded] flags: --function read_guarded
//@[alias] flags: --function write_both
//@[null] verdict: unsafe
//@[guarded] verdict: safe
//@[alias] verdict: safe
//@[alias] contains: pointer arguments of write_both: each is null or leads to an object of its own
#include <assert.h>
int read(int *p) {
  return *p; //~[null] pointer.null
}
int read_guarded(int *p, int otherwise) { return p ? *p == *p : otherwise; }
void write_both(int *p, int *q) {
  if (!p || !q)
    return;
  *p = 1;
  *q = 2;
  assert(*p == 1);
}
