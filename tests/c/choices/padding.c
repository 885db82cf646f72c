//! Padding keeps its value behind stores to members, and a note says that a proof may rest on it.
//@ revisions: compared members bad
//@[compared] flags: -DCOMPARED
//@[bad] flags: -DBAD
//@[compared] verdict: safe
//@[members] verdict: safe
//@[bad] verdict: unsafe
//@[compared] contains: padding of first: it keeps its value where C leaves that open
#include <assert.h>
#include <string.h>
struct padded {
  char c;
  long n;
};
struct full {
  int a, b;
};
int main(void) {
  struct padded first, second;
  memset(&first, 0, sizeof first);
  memset(&second, 0, sizeof second);
  first.c = second.c = 'x';
  first.n = second.n = 4;
  struct full a = {1, 2}, b = {1, 2};
  assert(memcmp(&a, &b, sizeof a) == 0);
#ifdef COMPARED
  assert(memcmp(&first, &second, sizeof first) == 0);
#endif
#ifdef BAD
  assert(memcmp(&first.n, &a, sizeof a) == 0); //~[bad] assertion
#endif
  return first.n != second.n;
}
