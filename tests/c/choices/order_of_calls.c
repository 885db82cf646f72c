//! The order in which operands and arguments are evaluated is C's to leave open: where it may matter,
//! the answer says that it rests on it.
//@ revisions: arguments operands read address pure statements
//@[arguments] flags: -DARGUMENTS
//@[arguments] contains: order of evaluation: the call of first comes before the call of second
//@[operands] flags: -DOPERANDS
//@[operands] contains: order of evaluation: the call of first comes before the call of second
//@[read] flags: -DREAD
//@[read] contains: order of evaluation: the read of g comes before the call of second
//@[address] flags: -DADDRESS
//@[address] contains: order of evaluation: the call of next comes before the call of next
//@[pure] flags: -DPURE
//@[pure] lacks: order of evaluation
//@[statements] lacks: order of evaluation
//@ verdict: safe
#include <assert.h>
#include <string.h>
int g;
static int first(void) { return g = 1; }
static int second(void) { return g = 2; }
static int next(int *at) { return ++*at; }
static int square(int x) { return x * x; }
static int sum(int a, int b) { return a + b; }
int main(void) {
#if defined ARGUMENTS
  assert(sum(first(), second()) == 3 && g == 2);
#elif defined OPERANDS
  assert(first() + second() == 3);
#elif defined READ
  assert(g + second() <= 4);
#elif defined ADDRESS
  int at = 0;
  assert(sum(next(&at), next(&at)) == 3);
#elif defined PURE
  assert(sum(square(2), square(3)) == 13);
  assert(sum(strlen("ab"), strlen("c")) == 3);
  assert((first(), second()) == 2);
  assert(first() == 1 && second() == 2);
#else
  int a = first(), b = second();
  assert(sum(a, b) == 3);
#endif
  return 0;
}
