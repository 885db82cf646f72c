//! Branches that fill an array in different ways meet again.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
_Bool nondet_bool(void);
struct record {
  int key;
  char name[12];
};
int main(void) {
  struct record a[80], b[80];
  memset(a, 0, sizeof a);
  memset(b, 7, sizeof b);
  unsigned i = nondet_uint() % 80, j = nondet_uint() % 80;
  a[i].name[3] = 9;
  if (nondet_bool()) {
    memcpy(b, a, sizeof a);
  } else {
    b[i].name[3] = 9;
    b[5].key = 8;
  }
  assert(b[i].name[3] == 9);
  if (j != 5)
    assert(b[j].key == 0 || b[j].key == 0x07070707);
#ifdef BAD
  assert(b[5].key == 8); //~[bad] assertion
#endif
  return 0;
}
