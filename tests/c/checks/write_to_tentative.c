//! Constant variables without an initialiser may be written no more than others.
//@ revisions: scalar array by_pointer reads
//@[scalar] flags: -DSCALAR
//@[scalar] verdict: unsafe
//@[array] flags: -DARRAY
//@[array] verdict: unsafe
//@[by_pointer] flags: -DPOINTER
//@[by_pointer] verdict: unsafe
//@[reads] verdict: safe
#include <assert.h>
const int number;
typedef const long fixed;
fixed numbers[4];
int other;
static void set(int *p) {
  *p = 3; //~[by_pointer] pointer.constant
}
int main(void) {
#ifdef SCALAR
  *(int *)&number = 3; //~[scalar] pointer.constant
#endif
#ifdef ARRAY
  ((long *)numbers)[2] = 1; //~[array] pointer.constant
#endif
#ifdef POINTER
  set((int *)&number);
#endif
  set(&other);
  assert(number == 0 && numbers[3] == 0);
  return 0;
}
