//! Contents from outside are the same bytes, whatever the cells they are read in.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
#include <string.h>
void fill(void *memory);
unsigned nondet_uint(void);

int main(void) {
  unsigned words[100];
  unsigned char bytes[400];
  fill(words);
  unsigned i = nondet_uint() % 100;
  unsigned word = words[i];
  memcpy(bytes, words, sizeof words);
  unsigned char low = bytes[4 * i];
#ifdef BAD
  assert(low == (word >> 8 & 0xff)); //~[bad] assertion
#else
  assert(low == (word & 0xff));
#endif
}
