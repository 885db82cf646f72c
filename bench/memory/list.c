//! A list of N nodes is built, walked and freed: no leak, no use after free.
//@ run: -DN=75 --memory-leak-check
//@ run: -DN=150 --memory-leak-check
//@ run: -DN=300 --memory-leak-check
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
      break;
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
