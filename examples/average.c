/* The mean of two ints: the obvious way overflows, the other does not.
 *
 *   cassay examples/average.c                 finds the overflow and two values for it
 *   cassay examples/average.c -DFIXED         proves the other way right
 */
#include <assert.h>

int __VERIFIER_nondet_int(void);

#ifdef FIXED
static int mean(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
#else
static int mean(int a, int b) { return (a + b) / 2; }
#endif

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int m = mean(a, b);
  if (a <= b)
    assert(a <= m && m <= b);
  else
    assert(b <= m && m <= a);
  return 0;
}
