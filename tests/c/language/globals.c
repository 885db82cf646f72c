//! Globals start with their initialisers, or zero.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int counter = 41, zero;
static const int squares[] = {0, 1, 4, 9, 16};
int *where = &counter;
const char *names[2] = {"one", "two"};
struct pair {
  int a;
  const int *b;
} pairs[2] = {{1, &squares[3]}, {2}};
static void step(void) { (*where)++; }
int main(void) {
  step();
  assert(counter == 42 && zero == 0);
  assert(squares[4] == 16 && *pairs[0].b == 9 && pairs[1].b == 0);
  assert(names[1][0] == 't' && names[0][3] == 0);
#ifdef BAD
  where = &zero;
  step();
  assert(counter == 43); //~[bad] assertion
#endif
  return 0;
}
