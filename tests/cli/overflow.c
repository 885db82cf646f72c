#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int() + 1;
  assert(x != 3);
  return 0;
}
