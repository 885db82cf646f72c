//! A list on the heap, built and walked.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
int nondet_int(void);
int main(void) {
  struct node *list = 0;
  int x = nondet_int();
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->value = i == 1 ? x : i;
    n->next = list;
    list = n;
  }
  assert(list->value == 2 && list->next->value == x);
  int length = 0;
  for (struct node *n = list; n; n = n->next)
    length++;
  assert(length == 3);
#ifdef BAD
  return list->next->next->next->value; //~[bad] pointer.null
#else
  return 0;
#endif
}
