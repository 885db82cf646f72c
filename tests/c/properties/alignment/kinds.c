//! Accesses at addresses that are not aligned for their type; packed members and bytes need none.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-align-check
//@[off] verdict: safe
#include <string.h>
#ifdef BAD
#define ADD 1
#else
#define ADD 0
#endif

int nondet_int(void);
struct __attribute__((packed)) mixed {
  char c;
  int i;
};
_Alignas(8) char buffer[32];

int main(void) {
  char *p = buffer;
  struct mixed mixed = {1, 2};
  int i = 0, which = nondet_int();
  switch (which) {
  case 0:
    return *(int *)(p + ADD); //~[bad] alignment
  case 1:
    *(short *)(p + 2 + ADD) = 3; //~[bad] alignment
    break;
  case 2:
    *(double *)(p + 8 + 4 * ADD) = 3; //~[bad] alignment
    break;
  case 3:
    memcpy(&i, p + 1, sizeof i);
    return i + mixed.i;
  case 4: {
    int *q = ADD ? &mixed.i : &i;
    return *q; //~[bad] alignment
  }
  }
  return 0;
}
