//! A list whose every allocation is checked needs no solver.
//@ revisions: exits returns
//@[exits] flags: -DEXIT
//@[returns] flags: -DRETURN
//@ verdict: safe
//@ stats: vcs-left = 0
//@ stats: solver-calls = 0
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 300; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
#ifdef RETURN
      return 1;
#else
      exit(1);
#endif
    fresh->value = i;
    fresh->next = list;
    list = fresh;
  }
  int sum = 0;
  for (struct node *n = list; n; n = n->next)
    sum += n->value;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return sum;
}
