//! -D, -U, -I and -include reach the compiler.
//@ flags: -DVALUE=6 -DGONE -UGONE -include limits.h
//@ verdict: unsafe
#include <assert.h>
#ifdef GONE
#error "-U was ignored"
#endif
int main(void) {
  assert(VALUE * 7 != 42 || INT_MAX < 0); //~ assertion
  return 0;
}
