//! Times become dates by the calendar, and dates times; parts outside of their ranges are carried over.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void) {
  time_t billion = 1000000000;
  struct tm date;
  assert(gmtime_r(&billion, &date) == &date);
  assert(date.tm_year == 101 && date.tm_mon == 8 && date.tm_mday == 9 && date.tm_hour == 1);
  assert(date.tm_wday == 0 && date.tm_yday == 251 && date.tm_isdst == 0);
  char text[40];
  assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &date) == 19);
  assert(strcmp(text, "2001-09-09 01:46:40") == 0);
  assert(strftime(text, 5, "%A", &date) == 0);
  assert(strcmp(asctime(&date), "Sun Sep  9 01:46:40 2001\n") == 0);
  struct tm leap = {.tm_year = 100, .tm_mon = 13, .tm_mday = 29, .tm_sec = -1};
  assert(timegm(&leap) == 983404799 && leap.tm_mon == 1 && leap.tm_mday == 28);
#ifdef BAD
  leap = (struct tm){.tm_year = 99, .tm_mon = 11, .tm_mday = 32};
  timegm(&leap);
  assert(leap.tm_year == 99); //~[bad] assertion
#endif
  return 0;
}
