// Clocks. The time of day is arbitrary and may be set back; the other clocks are monotonic.
#include "cassay.h"
#include <errno.h>
#include <limits.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The last second of the year 9999 if time_t represents it. No clock shows a later time.
#define LATEST ((time_t)(sizeof(time_t) == 8 ? 253402300799LL : INT_MAX))
#define NANOSECONDS 1000000000

static time_t today(void) {
  __cassay_note("the time of day lies between the years 1970 and 9999");
  time_t seconds = (time_t)__cassay_any_long("present time in seconds");
  __cassay_assume(seconds >= 0 && seconds <= LATEST);
  return seconds;
}

static long fraction(long parts) {
  long value = __cassay_any_long("fraction of the present second");
  __cassay_assume(value >= 0 && value < parts);
  return value;
}

time_t time(time_t *place) {
  time_t seconds = __cassay_any_bool("the time is not known") ? (time_t)-1 : today();
  if (place)
    *place = seconds;
  return seconds;
}

// Processor time is monotonic, or not available (C17 7.27.2.1).
clock_t clock(void) {
  static clock_t last;
  if (__cassay_any_bool("the processor time is not known"))
    return (clock_t)-1;
  clock_t used = (clock_t)__cassay_any_long("processor time used");
  __cassay_assume(used >= last);
  last = used;
  return used;
}

double difftime(time_t later, time_t earlier) {
  // The exact difference, rounded once.
  unsigned long long distance = (unsigned long long)later - (unsigned long long)earlier;
  return later >= earlier ? (double)distance : -(double)-distance;
}

// The value of a monotonic clock: at least the previous one.
static void advance(struct timespec *last, struct timespec *place) {
  time_t seconds = (time_t)__cassay_any_long("seconds of the clock");
  long rest = fraction(NANOSECONDS);
  __cassay_assume(seconds >= 0 && seconds <= LATEST);
  __cassay_assume(seconds > last->tv_sec || (seconds == last->tv_sec && rest >= last->tv_nsec));
  last->tv_sec = seconds;
  last->tv_nsec = rest;
  place->tv_sec = seconds;
  place->tv_nsec = rest;
}

// Linux has the clocks 0 to 11 except one that was removed; clocks of processes and threads are negative.
static _Bool is_clock(clockid_t clock) { return clock >= 0 && clock <= 11 && clock != 10; }

int clock_gettime(clockid_t clock, struct timespec *place) {
  static struct timespec last[12];
  static _Thread_local struct timespec thread;
  if (!is_clock(clock) || __cassay_any_bool("the clock cannot be read")) {
    errno = EINVAL;
    return -1;
  }
  switch (clock) {
  case CLOCK_MONOTONIC:
  case CLOCK_PROCESS_CPUTIME_ID:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_BOOTTIME:
    advance(&last[clock], place);
    break;
  case CLOCK_THREAD_CPUTIME_ID:
    advance(&thread, place);
    break;
  default:
    place->tv_nsec = fraction(NANOSECONDS);
    place->tv_sec = today();
  }
  return 0;
}

int clock_getres(clockid_t clock, struct timespec *place) {
  if (!is_clock(clock)) {
    errno = EINVAL;
    return -1;
  }
  // The resolution of clocks is between a nanosecond and a hundredth of a second.
  if (place) {
    long step = fraction(10000000);
    place->tv_sec = 0;
    place->tv_nsec = step + 1;
  }
  return 0;
}

int clock_settime(clockid_t clock, const struct timespec *place) {
  TOUCH(place);
  errno = clock == CLOCK_REALTIME && place->tv_nsec >= 0 && place->tv_nsec < NANOSECONDS ? EPERM
                                                                                         : EINVAL;
  return -1;
}

int timespec_get(struct timespec *place, int base) {
  if (base != TIME_UTC || __cassay_any_bool("the time is not known"))
    return 0;
  place->tv_nsec = fraction(NANOSECONDS);
  place->tv_sec = today();
  return base;
}

int gettimeofday(struct timeval *restrict place, void *restrict zone) {
  if (place) {
    place->tv_usec = fraction(1000000);
    place->tv_sec = today();
  }
  return 0;
}

// A sleep may be interrupted; then the remaining time is stored.
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
