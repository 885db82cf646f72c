//! Pointers among the parameters of an entry may be null, and may lead to the same object.
//@ revisions: null guarded alias
//@[null] flags: --function read
//@[guarded] flags: --function read_guarded
//@[alias] flags: --function write_both
//@[null] verdict: unsafe
//@[guarded] verdict: safe
//@[alias] verdict: unknown
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
