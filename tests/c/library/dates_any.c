//! The date of any time is a date of the calendar.
//@ revisions: good bad gone
//@[bad] flags: -DBAD
//@[gone] flags: -DGONE
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[gone] verdict: unsafe
#include <assert.h>
#include <time.h>
long nondet_long(void);
int main(void) {
  static const int days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  time_t now = nondet_long();
#ifdef GONE
  return gmtime(&now)->tm_mon; //~[gone] pointer.null
#endif
  struct tm *date = gmtime(&now);
  if (!date)
    return 0;
  int length = days[date->tm_mon];
  assert(length >= 29 && date->tm_mday <= 31 && date->tm_hour < 24);
#ifdef BAD
  // Local time is ahead of or behind universal time.
  int hour = date->tm_hour;
  date = localtime(&now);
  if (date)
    assert(date->tm_hour == hour); //~[bad] assertion
#endif
  return 0;
}
