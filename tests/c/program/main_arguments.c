//! The arguments of main are any strings, with a null pointer after the last.
//@ revisions: end past copy
//@[end] flags: -DEND
//@[past] flags: -DPAST
//@[copy] flags: -DCOPY
//@[end] verdict: unknown
//@[past] verdict: unsafe
//@[copy] verdict: unsafe
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
#ifdef END
  // Long lists are left open, so that this is not proved but holds for all others.
  assert(argc >= 1 && argv[0] != 0 && argv[argc] == 0);
#endif
#ifdef PAST
  return argv[argc + 1] != 0; //~[past] pointer.bounds
#endif
#ifdef COPY
  char name[4];
  if (argc == 2)
    strcpy(name, argv[1]); //~[copy] pointer.bounds
#endif
  return 0;
}
