//! Claims that only few executions meet: early passes, ways out, ways in.
//@ revisions: second_pass inner_of_second two_inner way_out two_ways_in rare_input rare_step assumed_less last_cell
//@[second_pass] flags: -DSECOND_PASS
//@[inner_of_second] flags: -DINNER_OF_SECOND
//@[two_inner] flags: -DTWO_INNER
//@[way_out] flags: -DWAY_OUT
//@[two_ways_in] flags: -DTWO_WAYS_IN
//@[rare_input] flags: -DRARE_INPUT
//@[rare_step] flags: -DRARE_STEP
//@[assumed_less] flags: -DASSUMED_LESS
//@[last_cell] flags: -DLAST_CELL
//@ verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
#if defined(SECOND_PASS)
int main(void) {
  unsigned x = 0, i = 0;
  while (nondet_int())
    x++;
  while (nondet_int()) {
    assert(i != 1 || x != 7); //~[second_pass] assertion
    i++;
  }
}
#elif defined(INNER_OF_SECOND)
int main(void) {
  unsigned x = 0;
  while (nondet_int())
    x++;
  while (nondet_int())
    while (nondet_int())
      assert(x != 9); //~[inner_of_second] assertion
}
#elif defined(TWO_INNER)
int main(void) {
  unsigned x = 0, y = 0;
  for (;;) {
    while (nondet_int())
      x++;
    while (nondet_int()) {
      y++;
      assert(!(x == 3 && y == 4)); //~[two_inner] assertion
    }
  }
}
#elif defined(WAY_OUT)
int main(void) {
  unsigned x = 0;
  while (x < 100) {
    if (nondet_int())
      goto out;
    x++;
  }
  return 0;
out:
  assert(x < 30); //~[way_out] assertion
}
#elif defined(TWO_WAYS_IN)
int main(void) {
  unsigned x = 0, y = 0;
  if (nondet_int())
    goto second;
first:
  x++;
  if (nondet_int())
    goto second;
  goto done;
second:
  y++;
  if (nondet_int())
    goto first;
done:
  assert(!(x == 4 && y == 3)); //~[two_ways_in] assertion
}
#elif defined(RARE_INPUT)
int main(void) {
  unsigned x = 0;
  int key = nondet_int();
  while (nondet_int()) {
    x++;
    if (x == 10 && key == 987654321)
      assert(0); //~[rare_input] assertion
  }
}
#elif defined(RARE_STEP)
int main(void) {
  unsigned x = 0, y = 0;
  while (nondet_int()) {
    if (nondet_int() == 123456)
      y++;
    x++;
    assert(y == 0 || x < 5); //~[rare_step] assertion
  }
}
#elif defined(ASSUMED_LESS)
int main(void) {
  unsigned x = 0;
  while (nondet_int()) {
    __VERIFIER_assume(x < 10);
    x++;
  }
  assert(x < 10); //~[assumed_less] assertion
}
#elif defined(LAST_CELL)
int main(void) {
  unsigned x = 0;
  for (unsigned i = 0; i < 3; i++)
    for (unsigned j = 0; j < 3; j++)
      for (unsigned k = 0; k < 3; k++) {
        x++;
        assert(x != 26); //~[last_cell] assertion
      }
}
#endif
