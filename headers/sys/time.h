#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <cassay/time_types.h>
#include <sys/select.h>

struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};
struct itimerval {
  struct timeval it_interval;
  struct timeval it_value;
};
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

int gettimeofday(struct timeval *__CASSAY_RESTRICT, void *__CASSAY_RESTRICT);
int settimeofday(const struct timeval *, const struct timezone *);
int getitimer(int, struct itimerval *);
int setitimer(int, const struct itimerval *__CASSAY_RESTRICT, struct itimerval *__CASSAY_RESTRICT);
int utimes(const char *, const struct timeval[2]);

#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)

#endif
