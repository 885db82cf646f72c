#include <assert.h>
int total;
static int step(void) { return 10; }
int add(int x) {
  total += x;
  assert(total <= step() && total >= 0); //~[bad] assertion
  return total;
}
