//! A list that is built, walked and freed: no leak, no use after free; or one node freed too early.
//@ revisions: ok bad
//@ flags: --memory-leak-check --force-malloc-success
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[ok] stats: solver-calls <= 1
//@[bad] verdict: unsafe
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 60; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = head;
    head = node;
  }
  int sum = 0;
  for (struct node *at = head; at; at = at->next) sum += at->value;
  while (head) {
    struct node *next = head->next;
    free(head);
#ifdef BAD
    head = head->next; //~[bad] pointer.freed
#else
    head = next;
#endif
  }
  return sum & 1;
}
