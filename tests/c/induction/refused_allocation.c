//! Memory that a loop allocates: no proof by induction, and none pretended.
//@ flags: --force-malloc-success --max-k-step 4
//@ verdict: unknown
//@ because: bound 4 reached by loop main.0
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = 0;
  while (nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->value = 1;
    list = n;
  }
  for (; list; list = list->next)
    assert(list->value == 1);
  return 0;
}
