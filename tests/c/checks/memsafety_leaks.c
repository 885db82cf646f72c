//! Memory safety includes that no memory is lost: what nothing points to at the end was leaked.
//! Globals count, and at exit the variables of main, which are gone when it returns.
//@ revisions: freed lost some loop global local early stack
//@ flags: --property valid-memsafety
//@[freed] flags: -DFREE=1
//@[lost] flags: -DFREE=0
//@[some] flags: -DFREE=(x!=7)
//@[loop] flags: -DFREE=1 -DMORE
//@[global] flags: -DFREE=1 -DGLOBAL
//@[local] flags: -DFREE=1 -DLOCAL
//@[early] flags: -DFREE=1 -DEARLY
//@[stack] flags: -DFREE=0 -DSTACK
//@[freed] verdict: safe
//@[lost] verdict: unsafe
//@[some] verdict: unsafe
//@[loop] verdict: unsafe
//@[global] verdict: safe
//@[local] verdict: unsafe
//@[early] verdict: safe
//@[stack] verdict: safe
#include <stdlib.h>
int nondet_int(void);
#ifdef GLOBAL
int *keep;
#endif
static void work(int x) {
  int a[4], *p = a;
#ifndef STACK
  p = malloc(sizeof a);
#endif
#ifdef MORE
  for (int i = 0; i < 3; i++) {
    int *q = malloc(sizeof *q);
    if (i != x)
      free(q);
  }
#endif
#ifdef GLOBAL
  keep = malloc(sizeof *keep);
#endif
#ifdef EARLY
  if (x == 3)
    exit(1);
#endif
  if (FREE)
    free(p);
  free(NULL);
}
int main(void) {
#ifdef LOCAL
  int *p = malloc(sizeof *p);
#endif
  work(nondet_int());
  return 0; //~[local] memory-leak //~[lost] memory-leak //~[some] memory-leak //~[loop] memory-leak
}
