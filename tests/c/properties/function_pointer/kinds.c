//! Calls through pointers that lead to no function, or to one of another type.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-function-pointer-check
//@[off] verdict: unknown
//@[off] because: undefined behaviour that no enabled check guards: call through a pointer that no check guards
#include <stdlib.h>
#ifdef BAD
#define PICK(bad, good) (bad)
#else
#define PICK(bad, good) (good)
#endif

int nondet_int(void);
int number;
int twice(int x) { return x / 2; }
int none(void) { return 3; }
double real(double x) { return x; }
typedef int (*function)(int);
function unset;

int main(void) {
  void *heap = malloc(16);
  switch (nondet_int()) {
  case 0: {
    function f = PICK(NULL, twice);
    f(1); //~[bad] function-pointer
    break;
  }
  case 1: {
    function f = (function)PICK((void *)&number, (void *)twice);
    f(1); //~[bad] function-pointer
    break;
  }
  case 2: {
    function f = (function)PICK((void *)real, (void *)twice);
    f(1); //~[bad] function-pointer
    break;
  }
  case 3: {
    function f = (function)(heap ? heap : 0);
    f = PICK(f, twice);
    free(heap);
    return f(1); //~[bad] function-pointer
  }
  case 4: {
    int (*f)(void) = PICK((int (*)(void))twice, none);
    f(); //~[bad] function-pointer
    break;
  }
  case 5: {
    function f = (function)((char *)twice + PICK(1, 0));
    f(1); //~[bad] function-pointer
    break;
  }
  case 6:
    if (!PICK(0, 1))
      unset(1); //~[bad] function-pointer
    break;
  }
  free(heap);
  return 0;
}
