//! What is unknown of one argument is not unknown of the others.
//@ revisions: other own written
//@ flags: --timeout 120s
//@[other] flags: -DOTHER
//@[own] flags: -DOWN
//@[written] flags: -DWRITTEN
//@[other] verdict: safe
//@[own] verdict: unsafe
//@[written] verdict: safe
#include <assert.h>
#include <string.h>
void change(char *text);
int main(int argc, char **argv) {
  if (argc < 10)
    return 0;
#ifdef OTHER
  char kept = argv[9][0];
  change(argv[8]);
  assert(argv[9][0] == kept);
  return strlen(argv[9]) > 7;
#endif
#ifdef OWN
  // It may have written over the end.
  change(argv[8]);
  return strlen(argv[8]) > 7; //~[own] pointer.bounds
#endif
#ifdef WRITTEN
  change(argv[8]);
  argv[8][0] = 0;
  return strlen(argv[8]) > 0;
#endif
  return 0;
}
