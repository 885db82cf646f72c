//! Loops that only count are taken to their end from any start.
//@ revisions: up down step equal bad wrap
//@[up] flags: -DUP
//@[up] verdict: safe
//@[down] flags: -DDOWN
//@[down] verdict: safe
//@[step] flags: -DSTEP
//@[step] verdict: safe
//@[equal] flags: -DEQUAL
//@[equal] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[wrap] flags: -DWRAP
//@[wrap] verdict: unsafe
//@[up] stats: bound <= 1
//@[down] stats: bound <= 1
//@[bad] stats: bound <= 1
#include <assert.h>
unsigned nondet_uint(void);
int nondet_int(void);

int main(void) {
#ifdef UP
  unsigned n = nondet_uint(), i, twice = 7;
  for (i = 0; i < n; i++)
    twice += 2;
  assert(i == n && twice == 2 * n + 7);
#elif defined DOWN
  unsigned n = nondet_uint(), x = n, y = 0, last = 5;
  while (x > 0) {
    last = x;
    x--;
    y++;
  }
  assert(y == n && last == (n ? 1 : 5));
#elif defined STEP
  unsigned n = nondet_uint(), i = 0, turns = 0;
  if (n > 1000000)
    return 0;
  do {
    i += 3;
    turns++;
  } while (i < n);
  assert(i >= n && turns * 3 == i);
#elif defined EQUAL
  unsigned char from = nondet_uint(), to = nondet_uint(), steps = 0;
  for (unsigned at = from; at != to; at++)
    steps++;
  assert((unsigned char)(from + steps) == to);
#elif defined BAD
  unsigned n = nondet_uint(), i, odd = 1;
  for (i = 0; i < n; i++)
    odd += 2;
  assert(odd != 4000001); //~[bad] assertion
#elif defined WRAP
  // From the end of the range the counter steps over it.
  unsigned n = nondet_uint(), i = 4294967290u, turns = 0;
  if (n != 4294967295u)
    return 0;
  while (i < n) {
    i += 3;
    if (i < 100)
      turns = 1;
    if (turns)
      break;
  }
  assert(turns == 0); //~[wrap] assertion
#endif
  return 0;
}
