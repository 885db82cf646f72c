//! Memory that nothing points to any more is lost; memory that is freed is not.
//@ revisions: freed overwritten scope call some cycle loop nested freed_cleanup overwritten_cleanup
//@ flags: --property valid-memsafety --force-malloc-success
//@[overwritten] flags: -DOVERWRITTEN
//@[overwritten] contains: lost.c:60 is lost
//@[overwritten] contains: in main, claim main.memory-leak.1
//@[overwritten] contains: violated property: valid-memtrack
//@[scope] flags: -DSCOPE
//@[call] flags: -DCALL
//@[some] flags: -DSOME
//@[cycle] flags: -DCYCLE
//@[loop] flags: -DLOOP
//@[nested] flags: -DNESTED
//@[freed_cleanup] flags: --property valid-memcleanup
//@[overwritten_cleanup] flags: --property valid-memcleanup -DOVERWRITTEN
//@[overwritten_cleanup] contains: lost.c:60 is not freed
//@[overwritten_cleanup] contains: violated property: valid-memcleanup
//@[freed] verdict: safe
//@[overwritten] verdict: unsafe
//@[scope] verdict: unsafe
//@[call] verdict: unsafe
//@[some] verdict: unsafe
//@[cycle] verdict: unsafe
//@[loop] verdict: unsafe
//@[nested] verdict: unsafe
//@[freed_cleanup] verdict: safe
//@[overwritten_cleanup] verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *back;
};
static void forget(void) {
  int *p = malloc(4);
  *p = 1;
}
int main(void) {
#ifdef SCOPE
  {
    int *inner = malloc(4);
    *inner = 1;
  }
#endif
#ifdef CALL
  forget();
#endif
#ifdef CYCLE
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b->next = a;
  a->back = b->back = b;
  a = b = NULL;
#endif
#ifdef LOOP
  for (int i = 0; i < 4; i++) {
    int *q = malloc(4);
    if (i != __VERIFIER_nondet_int())
      free(q);
  }
#endif
  int *p = malloc(4);
#ifdef NESTED
  int **outer = malloc(sizeof *outer);
  *outer = p;
  p = NULL;
  free(outer);
#endif
#ifdef OVERWRITTEN
  p = NULL;
#endif
#ifdef SOME
  if (__VERIFIER_nondet_int() == 7) {
    p = NULL;
    return 1;
  }
#endif
  free(p);
  return 0; //~[overwritten_cleanup] memory-cleanup //~[overwritten] memory-leak //~[scope] memory-leak //~[call] memory-leak //~[cycle] memory-leak //~[loop] memory-leak //~[nested] memory-leak
} //~[some] memory-leak
