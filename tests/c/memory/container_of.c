//! From a member back to the structure around it.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stddef.h>
_Bool nondet_bool(void);
struct link {
  struct link *next;
};
struct node {
  int value;
  struct link link;
  char mark;
};
#define NODE_OF(l) ((struct node *)((char *)(l)-offsetof(struct node, link)))
int main(void) {
  struct node a = {1}, b = {2};
  struct link alone;
  struct link *l = nondet_bool() ? &a.link : &b.link;
#ifdef BAD
  if (nondet_bool())
    l = &alone;
#endif
  struct node *n = NODE_OF(l);
  n->mark = 5; //~[bad] pointer.bounds
  assert(n->value == 1 ? a.mark == 5 && b.mark == 0 : b.mark == 5 && a.mark == 0);
  return 0;
}
