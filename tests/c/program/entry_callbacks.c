//! Pointers to functions among the parameters of an entry: null, or a function that returns any value.
//@ revisions: null any good written
//@[null] flags: --function call
//@[any] flags: --function sum
//@[good] flags: --function clamp
//@[written] flags: --function fill
//@[null] verdict: unsafe
//@[any] verdict: unsafe
//@[good] verdict: safe
//@[good] contains: argument rate of clamp: null, or a function that returns any value
//@[written] verdict: unsafe
#include <assert.h>
typedef int (*callback)(int, const char *);
int call(callback cb) {
  return cb(1, "x"); //~[null] function-pointer
}
int sum(int (*next)(void)) {
  int sum = 0;
  if (next)
    for (int i = 0; i < 3; i++)
      sum += next(); //~[any] overflow.add
  return sum;
}
double clamp(double (*rate)(short, _Bool), callback cb) {
  if (!rate || !cb)
    return 0;
  double value = rate(3, 1);
  int other = cb(4, 0);
  if (!(value >= 0))
    value = 0;
  assert(value >= 0);
  assert(other <= 2147483647);
  return value;
}
void fill(void (*source)(int *)) {
  int value = 1;
  if (source)
    source(&value);
  assert(value == 1); //~[written] assertion
}
