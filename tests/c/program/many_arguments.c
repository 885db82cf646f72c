//! Any number of arguments: each is a string of its own, however late it comes.
//@ revisions: over under apart same write read any misaligned differ ilp32 ilp32_over free
//@ flags: --timeout 60s
//@[over] flags: -DOVER
//@[under] flags: -DUNDER
//@[apart] flags: -DAPART
//@[same] flags: -DSAME
//@[write] flags: -DWRITE
//@[read] flags: -DREAD
//@[any] flags: -DANY
//@[misaligned] flags: -DMISALIGNED
//@[differ] flags: -DDIFFER
//@[ilp32] flags: -DAPART -DWRITE -DANY --data-model ILP32
//@[ilp32_over] flags: -DOVER --data-model ILP32
//@[free] flags: -DFREE
//@[over] verdict: unsafe
//@[under] verdict: unsafe
//@[apart] verdict: safe
//@[same] verdict: unsafe
//@[write] verdict: safe
//@[read] verdict: unsafe
//@[any] verdict: safe
//@[misaligned] verdict: unsafe
//@[differ] verdict: unsafe
//@[ilp32] verdict: safe
//@[ilp32_over] verdict: unsafe
//@[free] verdict: unsafe
//@[misaligned] unseen: compilers align arrays of characters more than they must
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
  if (argc < 10)
    return 0;
#ifdef OVER
  // Behind the end of a string is not the next one.
  if (argv[7][0] && argv[7][1] == 0)
    return argv[7][2]; //~[over] pointer.bounds //~[ilp32_over] pointer.bounds
#endif
#ifdef UNDER
  return argv[8][-1]; //~[under] pointer.bounds
#endif
#ifdef APART
  assert(argv[7] != argv[8] && argv[9] != 0);
#endif
#ifdef SAME
  assert(argv[7][0] == argv[8][0]); //~[same] assertion
#endif
#ifdef WRITE
  char before = argv[8][0];
  argv[9][0] = before + 1;
  assert(argv[8][0] == before && argv[9][0] == (char)(before + 1));
#endif
#ifdef READ
  // Nothing else is in a string than what was there.
  argv[9][0] = 'a';
  assert(argv[8][0] != 'b'); //~[read] assertion
#endif
#ifdef ANY
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i >= 0 && i < argc && j > i && j < argc) {
    assert(argv[i] != argv[j]);
    argv[i][0] = 0;
    assert(strlen(argv[i]) == 0);
  }
  if (i >= 0 && i <= argc)
    assert((argv[i] == 0) == (i == argc));
#endif
#ifdef MISALIGNED
  if (argv[8][0] && argv[8][1] && argv[8][2])
    return *(int *)argv[8] == 0; //~[misaligned] alignment
#endif
#ifdef DIFFER
  return argv[9] - argv[8] > 0; //~[differ] pointer-difference
#endif
#ifdef FREE
  free(argv[9]); //~[free] free.invalid
#endif
  return 0;
}
