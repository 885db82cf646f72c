//! What sscanf makes of a text: values, what is not stored, where it stops, and what it returns.
//@ revisions: good value count
//@[value] flags: -DVALUE
//@[count] flags: -DCOUNT
//@[good] verdict: safe
//@[value] verdict: unsafe
//@[count] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int a = 7, b = 8, n = -1;
  unsigned u;
  signed char small;
  long long large;
  char word[8], c;
  assert(sscanf("12 abc q", "%d %7s %c", &a, word, &c) == 3);
  assert(a == 12 && strcmp(word, "abc") == 0 && c == 'q');
  assert(sscanf("zz", "%d", &b) == 0 && b == 8);
  assert(sscanf("", "%d", &b) == EOF && b == 8);
  assert(sscanf("k=0x1f,", "k=%x%n", &u, &n) == 1 && u == 31 && n == 6);
  assert(sscanf("017 0x11 -5", "%i%i%i", &a, &b, &n) == 3 && a == 15 && b == 17 && n == -5);
  assert(sscanf("300 9223372036854775808", "%hhd%lld", &small, &large) == 2);
  assert(small == 44 && large == 9223372036854775807);
  assert(sscanf("1234", "%2d%*1d%d", &a, &b) == 2 && a == 12 && b == 4);
  assert(sscanf("abc,x", "%[a-c],%c", word, &c) == 2 && strcmp(word, "abc") == 0 && c == 'x');
  assert(sscanf("a b", "a%%b") == 0);
  int stored = sscanf("5 x 6", "%d %d", &a, &b);
#ifdef VALUE
  assert(a != 5); //~[value] assertion
#endif
#ifdef COUNT
  assert(stored == 2); //~[count] assertion
#endif
  assert(stored == 1 && a == 5 && b == 4);
  return 0;
}
