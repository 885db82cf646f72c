//! Structures: members, copies, nesting, arguments and results by value.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stddef.h>
struct point {
  int x, y;
};
struct box {
  char tag;
  struct point corner[2];
  long area;
};
int nondet_int(void);
static struct point mirror(struct point p) {
  struct point r = {p.y, p.x};
  p.x = 0;
  return r;
}
static struct box grow(struct box b) {
  b.corner[1].x += 1;
  return b;
}
int main(void) {
  struct point p = {nondet_int(), 4}, q = p;
  struct point m = mirror(p);
  assert(m.y == p.x && m.x == 4 && q.x == p.x);
  struct box b = {.tag = 'b', .corner = {{1, 2}, {3, 4}}, .area = 4};
  struct box c = grow(b);
  assert(c.corner[1].x == 4 && b.corner[1].x == 3 && c.area == 4 && c.tag == 'b');
  assert(offsetof(struct box, corner) == 4 && sizeof(struct box) == 32);
  struct box *pb = &b;
  pb->corner[0] = m;
  assert(b.corner[0].y == p.x);
#ifdef BAD
  assert(p.x == m.x); //~[bad] assertion
#endif
  return 0;
}
