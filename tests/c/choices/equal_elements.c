//! Elements that compare equal may end up in any order; all else of sorting is fixed.
//@ revisions: sorted stable
//@[sorted] verdict: safe
//@[stable] flags: -DSTABLE
//@[stable] verdict: unsafe
//@ unseen: the library at hand sorts in one order of those that C allows
#include <assert.h>
#include <stdlib.h>
struct entry {
  int key, value;
};
static int by_key(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}
int main(void) {
  struct entry list[3] = {{2, 1}, {1, 2}, {1, 3}};
  qsort(list, 3, sizeof list[0], by_key);
  assert(list[0].key == 1 && list[1].key == 1 && list[2].key == 2);
  assert(list[0].value + list[1].value == 5 && list[2].value == 1);
#ifdef STABLE
  assert(list[0].value == 2); //~[stable] assertion
#endif
  return 0;
}
