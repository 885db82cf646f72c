//! Memory that a library function without a model gives is not known: whether it may be used is open.
//! What does not rest on the result is decided.
//@ revisions: used compared failed other
//@[used] flags: -DUSED
//@[used] verdict: unknown
//@[used] contains: rests on the unmodelled result of shmat
//@[compared] flags: -DCOMPARED
//@[compared] verdict: unknown
//@[compared] contains: rests on the unmodelled result of
//@[failed] flags: -DFAILED
//@[failed] verdict: unknown
//@[other] verdict: unsafe
//@[failed] because: rests on the unmodelled result of shmat
#include <assert.h>
#include <sys/shm.h>
#include <unistd.h>
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  char *p = shmat(0, 0, 0);
#ifdef USED
  if (p != (void *)-1)
    p[0] = 1;
#endif
#ifdef COMPARED
  char path[] = "name";
  assert(ttyname(0) == path);
#endif
#ifdef FAILED
  assert(p == (void *)-1);
#endif
#if !defined USED && !defined COMPARED && !defined FAILED
  assert(n != 3); //~[other] assertion
#endif
  return 0;
}
