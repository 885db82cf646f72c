//! Every pointer that must not be freed; null may be.
//@ revisions: bad good property
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[property] flags: -DBAD --property valid-memsafety --multi-property
//@[property] verdict: unsafe
#include <stdlib.h>
#include <string.h>
#ifdef BAD
#define PICK(bad, good) (bad)
#else
#define PICK(bad, good) (good)
#endif

int nondet_int(void);
int number;

int main(void) {
  int local = 3, which = nondet_int();
  char *heap = malloc(8), *other = calloc(2, 2), *null = NULL;
  if (heap == NULL || other == NULL) {
    free(heap);
    free(other);
    return 0;
  }
  switch (which) {
  case 0:
    free(PICK((char *)&local, heap)); //~[bad] free.invalid //~[property] free.invalid
    heap = NULL;
    break;
  case 1:
    free(PICK((char *)&number, null)); //~[bad] free.invalid //~[property] free.invalid
    break;
  case 2:
    free(heap + PICK(1, 0)); //~[bad] free.invalid //~[property] free.invalid
    heap = NULL;
    break;
  case 3:
    free(PICK("literal", null)); //~[bad] free.invalid //~[property] free.invalid
    break;
  case 4:
    free(heap);
    free(PICK(heap, null)); //~[bad] free.double //~[property] free.double
    heap = NULL;
    break;
  case 5: {
    char *copy = strdup("copy");
    free(copy);
    copy = PICK(copy, null);
    free(copy); //~[bad] free.double //~[property] free.double
    break;
  }
  case 6:
    heap = realloc(heap + PICK(1, 0), 16); //~[bad] free.invalid //~[property] free.invalid
    break;
  case 7:
    free(PICK((void *)main, null)); //~[bad] free.invalid //~[property] free.invalid
    break;
  }
  free(heap);
  free(other);
  return 0;
}
