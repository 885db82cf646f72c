//! Bytes that the initialiser of an automatic variable leaves open have any value; static ones are zero.
//@ revisions: member nested array padding statics zeroed
//@[member] flags: -DMEMBER
//@[member] verdict: unsafe
//@[nested] flags: -DNESTED
//@[nested] verdict: unsafe
//@[array] flags: -DARRAY
//@[array] verdict: unsafe
//@[padding] flags: -DPADDING
//@[padding] verdict: unsafe
//@[statics] flags: -DSTATICS
//@[statics] verdict: safe
//@[zeroed] flags: -DZEROED
//@[zeroed] verdict: safe
//@[member] unseen: compilers happen to write zeros there
//@[nested] unseen: compilers happen to write zeros there
//@[array] unseen: compilers happen to write zeros there
#include <assert.h>
#include <string.h>
union u {
  char c;
  int i;
};
struct n {
  char c;
  union {
    short s;
    long l;
  } u;
};
struct p {
  char c;
  int i;
};
static union u kept = {.c = 1};
int main(void) {
#ifdef MEMBER
  union u v = {.c = 1};
  assert(v.c == 1);
  assert(v.i == 1); //~[member] assertion
#endif
#ifdef NESTED
  struct n v = {1, {.s = 2}};
  assert(v.u.s == 2 && v.c == 1);
  assert(v.u.l == 2); //~[nested] assertion
#endif
#ifdef ARRAY
  union u v[3] = {{1}, {2}};
  assert(v[1].c == 2 && v[2].i == 0);
  assert(v[1].i == 2); //~[array] assertion
#endif
#ifdef PADDING
  struct p v = {1, 2}, w = {1, 2};
  assert(v.c == w.c && v.i == w.i);
  assert(memcmp(&v, &w, sizeof v) == 0); //~[padding] assertion
#endif
#ifdef STATICS
  static union u here = {.c = 2};
  static const struct p x = {1, 2}, y = {1, 2};
  assert(kept.i == 1 && here.i == 2 && memcmp(&x, &y, sizeof x) == 0);
#endif
#ifdef ZEROED
  struct p v = {0}, w = {0};
  union u z = {0};
  memset(&v, 0, sizeof v);
  assert(memcmp(&v, &w, sizeof v) == 0 && z.c == 0);
#endif
  return 0;
}
