//! Monotonic clocks do not go back; the time of day may, and clocks may not be there.
//@ revisions: good back fails unknown
//@[back] flags: -DBACK
//@[fails] flags: -DFAILS
//@[unknown] flags: -DUNKNOWN
//@[good] verdict: safe
//@[back] verdict: unsafe
//@[fails] verdict: unsafe
//@[unknown] verdict: unsafe
#include <assert.h>
#include <time.h>
int main(void) {
  struct timespec a, b = {0, 0};
  if (clock_gettime(CLOCK_MONOTONIC, &a) == 0 && clock_gettime(CLOCK_MONOTONIC, &b) == 0) {
    assert(a.tv_sec <= b.tv_sec && a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
    assert(a.tv_sec < b.tv_sec || a.tv_nsec <= b.tv_nsec);
    assert(difftime(b.tv_sec, a.tv_sec) >= 0);
  }
#ifdef BACK
  time_t before = time(NULL);
  time_t after = time(NULL);
  if (before != -1 && after != -1)
    assert(before <= after); //~[back] assertion
#endif
#ifdef FAILS
  assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0); //~[fails] assertion
#endif
#ifdef UNKNOWN
  assert(time(NULL) >= 0); //~[unknown] assertion
#endif
  return 0;
}
