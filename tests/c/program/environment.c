//! The third parameter of main is a list like the second, and apart from it.
//@ revisions: past apart over empty
//@ flags: --timeout 60s
//@[past] flags: -DPAST
//@[apart] flags: -DAPART
//@[over] flags: -DOVER
//@[empty] flags: -DEMPTY
//@[past] verdict: unsafe
//@[apart] verdict: safe
//@[over] verdict: unsafe
//@[empty] verdict: unsafe
#include <assert.h>
#include <stddef.h>
int main(int argc, char **argv, char **envp) {
#ifdef PAST
  if (envp[0] == NULL)
    return envp[1] != NULL; //~[past] pointer.bounds
#endif
#ifdef APART
  assert(argv != envp);
  if (argc > 0 && envp[0]) {
    char kept = argv[0][0];
    envp[0][0] = kept + 1;
    assert(argv[0][0] == kept && argv[0] != envp[0]);
  }
#endif
#ifdef OVER
  if (envp[0] && envp[0][0] == 0)
    return envp[0][1]; //~[over] pointer.bounds
#endif
#ifdef EMPTY
  return envp[0][0]; //~[empty] pointer.null
#endif
  return argc < 0;
}
