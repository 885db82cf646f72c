//! Memory that a library function without a model gives is not known: whether it may be used is open.
//! What does not rest on the result is decided.
//@ revisions: used compared failed other
//@[used] flags: -DUSED
//@[used] verdict: unknown
//@[used] contains: rests on the unmodelled result of mmap
//@[compared] flags: -DCOMPARED
//@[compared] verdict: unknown
//@[compared] contains: rests on the unmodelled result of
//@[failed] flags: -DFAILED
//@[failed] verdict: unknown
//@[other] verdict: unsafe
#include <assert.h>
#include <libgen.h>
#include <sys/mman.h>
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifdef USED
  if (p != MAP_FAILED)
    p[0] = 1;
#endif
#ifdef COMPARED
  char path[] = "name";
  assert(basename(path) == path);
#endif
#ifdef FAILED
  assert(p == MAP_FAILED);
#endif
#if !defined USED && !defined COMPARED && !defined FAILED
  assert(n != 3); //~[other] assertion
#endif
  return 0;
}
