// The present time: any, later than the beginning of 1970 and never going back.
#include "cassay.h"
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t now(void) {
  static time_t last;
  time_t seconds = (time_t)__cassay_any_long("present time in seconds");
  __cassay_assume(seconds >= last);
  last = seconds;
  return seconds;
}

time_t time(time_t *place) {
  time_t seconds = now();
  if (place)
    *place = seconds;
  return seconds;
}

clock_t clock(void) {
  clock_t used = (clock_t)__cassay_any_long("processor time used");
  __cassay_assume(used >= -1);
  return used;
}

double difftime(time_t later, time_t earlier) { return (double)later - (double)earlier; }

static void fill(struct timespec *place) {
  long nanoseconds = __cassay_any_long("nanoseconds of the present time");
  __cassay_assume(nanoseconds >= 0 && nanoseconds < 1000000000);
  place->tv_sec = now();
  place->tv_nsec = nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec *place) {
  if (clock < 0) {
    errno = EINVAL;
    return -1;
  }
  fill(place);
  return 0;
}

int clock_getres(clockid_t clock, struct timespec *place) {
  if (place) {
    place->tv_sec = 0;
    place->tv_nsec = 1;
  }
  return 0;
}

int clock_settime(clockid_t clock, const struct timespec *place) {
  TOUCH(place);
  errno = EPERM;
  return -1;
}

int timespec_get(struct timespec *place, int base) {
  if (base != TIME_UTC)
    return 0;
  fill(place);
  return base;
}

int gettimeofday(struct timeval *restrict place, void *restrict zone) {
  long microseconds = __cassay_any_long("microseconds of the present time");
  __cassay_assume(microseconds >= 0 && microseconds < 1000000);
  if (place) {
    place->tv_sec = now();
    place->tv_usec = microseconds;
  }
  return 0;
}

// A sleep may be interrupted and leaves what is left of it.
int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (wanted->tv_nsec < 0 || wanted->tv_nsec >= 1000000000 || wanted->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  if (!__cassay_any_bool("the sleep is interrupted"))
    return 0;
  errno = EINTR;
  if (left) {
    long seconds = __cassay_any_long("seconds left"), rest = __cassay_any_long("nanoseconds left");
    __cassay_assume(seconds >= 0 && seconds <= wanted->tv_sec && rest >= 0 && rest < 1000000000);
    left->tv_sec = seconds;
    left->tv_nsec = rest;
  }
  return -1;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                    struct timespec *left) {
  return nanosleep(wanted, left) == 0 ? 0 : errno;
}

unsigned sleep(unsigned seconds) {
  unsigned left = __cassay_any_uint("seconds left");
  __cassay_assume(left <= seconds);
  return left;
}

int usleep(useconds_t microseconds) {
  return __cassay_any_bool("the sleep is interrupted") ? -1 : 0;
}
