//! A list of N nodes is built, walked and freed: no leak, no use after free. An allocation that
//! fails ends the program or the list, which then has any length.
//@ run: -DN=75 -DFAILED=abort() --memory-leak-check
//@ run: -DN=150 -DFAILED=abort() --memory-leak-check
//@ run: -DN=300 -DFAILED=abort() --memory-leak-check
//@ run: -DN=300 -DFAILED=break --memory-leak-check --force-malloc-success
//@ run: -DN=20 -DFAILED=break --memory-leak-check
//@ limit: 5 s 500 MiB
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  int made = 0;
  for (int i = 0; i < N; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      FAILED;
    node->value = i;
    node->next = head;
    head = node;
    made++;
  }
  int found = 0;
  for (struct node *at = head; at; at = at->next)
    found += at->value >= 0;
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return found == made ? 0 : 1;
}
