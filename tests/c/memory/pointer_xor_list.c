//! A list whose links are the exclusive or of two addresses.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdint.h>
struct node { int value; uintptr_t link; };
int main(void) {
  struct node a = {1, 0}, b = {2, 0}, c = {3, 0};
  a.link = 0 ^ (uintptr_t)&b;
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  c.link = (uintptr_t)&b ^ 0;
  uintptr_t prev = 0;
  struct node *at = &a;
  int sum = 0;
  while (at) {
    sum = sum * 10 + at->value;
    uintptr_t next = at->link ^ prev;
    prev = (uintptr_t)at;
    at = (struct node *)next;
  }
#ifdef BAD
  assert(sum != 123); //~[bad] assertion
#else
  assert(sum == 123);
#endif
  return 0;
}
