//! A list of 300 nodes built and freed, or kept, or lost: a walk along it decides.
//@ revisions: freed kept lost
//@ flags: --property valid-memsafety --force-malloc-success
//@[freed] flags: -DFREE
//@[freed] verdict: safe
//@[kept] flags: -DKEEP
//@[kept] verdict: safe
//@[lost] verdict: unsafe
#include <stdlib.h>
struct node {
  struct node *next, *back;
};
#ifdef KEEP
static struct node *all;
#else
#define all list
#endif
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 300; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = list;
    fresh->back = NULL;
    if (list)
      list->back = fresh;
    list = fresh;
  }
  all = list;
#ifdef FREE
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
#endif
#if !defined FREE && !defined KEEP
  list = NULL;
#endif
  return 0; //~[lost] memory-leak
}
