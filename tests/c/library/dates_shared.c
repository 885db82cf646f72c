//! Dates and their texts share one object each.
//@ revisions: good bad text
//@[bad] flags: -DBAD
//@[text] flags: -DTEXT
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[text] verdict: unsafe
#include <assert.h>
#include <time.h>
int main(void) {
  time_t first = 0, second = 400 * 86400;
  struct tm *a = gmtime(&first);
  int year = a->tm_year;
  struct tm *b = gmtime(&second);
  assert(year == 70 && b->tm_year == 71);
#ifdef BAD
  assert(a->tm_year != b->tm_year); //~[bad] assertion
#endif
#ifdef TEXT
  char *one = asctime(b);
  char digit = one[23];
  ctime(&first);
  assert(one[23] == digit); //~[text] assertion
#endif
  return 0;
}
