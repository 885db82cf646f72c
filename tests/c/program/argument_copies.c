//! The list of arguments and what is in them can be copied, and read in other pieces.
//@ revisions: list bad_list bytes bad_bytes number swap
//@ flags: --timeout 120s
//@[list] flags: -DLIST
//@[bad_list] flags: -DLIST -DBAD
//@[bytes] flags: -DBYTES
//@[bad_bytes] flags: -DBYTES -DBAD
//@[number] flags: -DNUMBER
//@[swap] flags: -DSWAP
//@[list] verdict: safe
//@[bad_list] verdict: unsafe
//@[bytes] verdict: safe
//@[bad_bytes] verdict: unsafe
//@[number] verdict: unknown
//@[number] contains: address of a string in argv or envp as a number
//@[swap] verdict: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
  if (argc < 8 || argc > 1000)
    return 0;
#ifdef LIST
  char **copy = malloc((argc + 1) * sizeof *copy);
  if (!copy)
    return 1;
  memcpy(copy, argv, (argc + 1) * sizeof *copy);
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < argc) {
    copy[i][0] = 'c';
    assert(argv[i][0] == 'c' && copy[argc] == 0);
#ifdef BAD
    assert(argv[7][0] != 'c'); //~[bad_list] assertion
#endif
  }
  free(copy);
#endif
#ifdef BYTES
  char *text = argv[7];
  if (text[0] == 'a' && text[1] == 'b' && text[2] == 'c') {
    uint32_t word;
    memcpy(&word, text, 4);
    uint16_t half;
    memcpy(&half, text + 1, 2);
    assert((word & 0xffffff) == 0x636261 && half == 0x6362);
#ifdef BAD
    assert(word != 0x636261); //~[bad_bytes] assertion
#endif
  }
#endif
#ifdef NUMBER
  // Strings may lie side by side.
  assert((uintptr_t)argv[6] + 2 != (uintptr_t)argv[7]);
#endif
#ifdef SWAP
  char *first = argv[1], *last = argv[7];
  argv[1] = last;
  argv[7] = first;
  last[0] = 'l';
  first[0] = 'f';
  assert(argv[1][0] == 'l' && argv[7][0] == 'f' && argv[2] != first);
#endif
  return 0;
}
