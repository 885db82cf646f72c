/* A list on the heap: inserted in order, then taken down.
 *
 *   cassay examples/linked_list.c             proves that it is sorted and freed properly
 *   cassay examples/linked_list.c -DBUG       finds the access to a freed element
 */
#include <assert.h>
#include <stdlib.h>

#define LENGTH 4

int nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *insert(struct node *list, int value) {
  struct node *fresh = malloc(sizeof *fresh);
  if (!fresh)
    exit(1);
  fresh->value = value;
  struct node **at = &list;
  while (*at && (*at)->value < value)
    at = &(*at)->next;
  fresh->next = *at;
  *at = fresh;
  return list;
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < LENGTH; i++)
    list = insert(list, nondet_int());
  for (struct node *n = list; n && n->next; n = n->next)
    assert(n->value <= n->next->value);
  while (list) {
#ifdef BUG
    free(list);
    list = list->next;
#else
    struct node *next = list->next;
    free(list);
    list = next;
#endif
  }
  return 0;
}
