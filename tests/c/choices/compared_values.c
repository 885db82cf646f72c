//! Of the result of a comparison only the sign is fixed.
//@ revisions: sign value memory
//@[sign] verdict: safe
//@[value] flags: -DVALUE
//@[value] verdict: unsafe
//@[memory] flags: -DMEMORY
//@[memory] verdict: unsafe
//@[value] unseen: the library at hand gives one value of those that C allows
#include <assert.h>
#include <string.h>
char nondet_char(void);
int main(void) {
  char text[2] = {nondet_char(), 0};
  int order = strcmp("b", text);
  assert((order == 0) == (text[0] == 'b'));
  assert((order > 0) == ((unsigned char)text[0] < 'b'));
  assert(memcmp("ab", "ac", 2) < 0 && strncmp("ab", "ac", 1) == 0);
#ifdef VALUE
  assert(strcmp("b", "a") == 1); //~[value] assertion
#endif
#ifdef MEMORY
  assert(memcmp("a", "c", 1) == -2); //~[memory] assertion
#endif
  return 0;
}
