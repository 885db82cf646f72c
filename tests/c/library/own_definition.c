//! A program's own definition of a library function replaces the library's, also where another
//! function of the same model is used.
//@ revisions: bad good
//@[bad] flags: -DEXPECTED=5
//@[good] flags: -DEXPECTED=7
//@[bad] verdict: unsafe
//@[good] verdict: safe
#include <assert.h>
#include <string.h>
size_t strlcpy(char *to, const char *from, size_t size) {
  (void)to, (void)from, (void)size;
  return 7;
}
int main(void) {
  char copy[8];
  strcpy(copy, "four");
  assert(strlcpy(copy, "five", sizeof copy) == EXPECTED); //~[bad] assertion
}
