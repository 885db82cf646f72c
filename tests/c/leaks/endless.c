//! Memory is lost although the program never ends; what its variables lead to is not.
//@ revisions: kept lost
//@ flags: --property valid-memsafety --force-malloc-success
//@[kept] verdict: safe
//@[lost] flags: -DLOSE
//@[lost] verdict: unsafe
//@[lost] unseen: the program never ends, and leaks are searched for at the end
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
#ifdef LOSE
  p = NULL;
#endif
  for (;;) { //~[lost] memory-leak
  }
}
