//! Every way an access can be invalid, read and written.
//@ revisions: bad good property off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[property] flags: -DBAD --property valid-memsafety --multi-property
//@[property] verdict: unsafe
//@[off] flags: -DBAD --no-pointer-check --no-free-check --no-align-check
//@[off] verdict: unknown
//@[off] because: undefined behaviour that no enabled check guards: memory access that no check guards
#include <stdlib.h>
#ifdef BAD
#define PICK(bad, good) (bad)
#else
#define PICK(bad, good) (good)
#endif

int nondet_int(void);
int number;
const int constant = 5;

int *local(void) {
  int x = 1, *p = PICK(&x, &number);
  return p;
}

int main(void) {
  int *p = &number, which = nondet_int(), zero = 0;
  int *heap = malloc(4 * sizeof(int)), array[4] = {0};
  if (heap == NULL)
    return 0;
  for (int i = 0; i < 4; i++)
    heap[i] = i;
  switch (which) {
  case 0:
    p = PICK(NULL, &number);
    *p = 1; //~[bad] pointer.null //~[property] pointer.null
    break;
  case 1:
    p = PICK(NULL, heap);
    number = p[3]; //~[bad] pointer.null //~[property] pointer.null
    break;
  case 2: {
    int *wild = &number;
    if (PICK(1, 0))
      wild = (int *)(unsigned long)(4096 + 4 * zero);
    number = *wild; //~[bad] pointer.invalid //~[property] pointer.invalid
    break;
  }
  case 3:
    free(heap);
    return *PICK(heap, &number); //~[bad] pointer.freed //~[property] pointer.freed
  case 4: {
    int *copy = heap;
    free(heap);
    *PICK(copy, &number) = 7; //~[bad] pointer.freed //~[property] pointer.freed
    return 0;
  }
  case 5:
    number = *local(); //~[bad] pointer.expired //~[property] pointer.expired
    break;
  case 6:
    for (int i = 0; i < 1; i++) {
      int inner = i;
      p = PICK(&inner, &number);
    }
    *p = 3; //~[bad] pointer.expired //~[property] pointer.expired
    break;
  case 7:
    p = heap + PICK(4, 3);
    number = *p; //~[bad] pointer.bounds //~[property] pointer.bounds
    break;
  case 8:
    p = array + zero - PICK(1, 0);
    *p = 3; //~[bad] pointer.bounds //~[property] pointer.bounds
    break;
  case 9:
    number = *(int *)((char *)heap + PICK(13, 12)) + zero; //~[bad] pointer.bounds //~[property] pointer.bounds
    break;
  case 10:
    *(int *)PICK(&constant, &number) = 3; //~[bad] pointer.constant //~[property] pointer.constant
    break;
  case 11: {
    char *text = PICK("text", (char *)heap);
    text[0] = 'T'; //~[bad] pointer.constant //~[property] pointer.constant
    break;
  }
  }
  free(heap);
  return 0;
}
