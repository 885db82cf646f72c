//! Arithmetic that leaves its object, above and below, by every operator; the place just past the
//! end is allowed.
//@ revisions: bad good off
//@ flags: --pointer-overflow-check
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-pointer-overflow-check
//@[off] verdict: safe
#include <stdlib.h>
#ifdef BAD
#define MORE 1
#else
#define MORE 0
#endif

struct pair {
  int a, b;
};

int nondet_int(void);

int main(void) {
  int numbers[4] = {0}, *p = numbers, which = nondet_int();
  char *heap = malloc(8);
  if (heap == NULL)
    return 0;
  struct pair *nothing = MORE ? NULL : (struct pair *)numbers;
  int n = nondet_int();
  if (n < 0 || n > 8 + MORE)
    n = 0;
  switch (which) {
  case 0:
    p = p + 4 + MORE; //~[bad] pointer-overflow
    break;
  case 1:
    p += 4;
    if (MORE)
      p++; //~[bad] pointer-overflow
    break;
  case 2:
    p -= MORE; //~[bad] pointer-overflow
    break;
  case 3:
    p = &p[4 + MORE]; //~[bad] pointer-overflow
    break;
  case 4:
    p = &nothing->b; //~[bad] pointer-overflow
    break;
  case 5:
    return heap + n == NULL; //~[bad] pointer-overflow
  case 6:
    p += 1;
    p--;
    if (MORE)
      p--; //~[bad] pointer-overflow
    break;
  }
  free(heap);
  return p == NULL;
}
