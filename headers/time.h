#ifndef _TIME_H
#define _TIME_H

#include <cassay/time_types.h>
#include <sys/types.h>
#define __need_NULL
#include <stddef.h>

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1

struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
struct itimerspec {
  struct timespec it_interval;
  struct timespec it_value;
};

time_t time(time_t *);
clock_t clock(void);
double difftime(time_t, time_t);
time_t mktime(struct tm *);
time_t timegm(struct tm *);
time_t timelocal(struct tm *);
size_t strftime(char *__CASSAY_RESTRICT, size_t, const char *__CASSAY_RESTRICT,
                const struct tm *__CASSAY_RESTRICT);
char *strptime(const char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT,
               struct tm *__CASSAY_RESTRICT);
struct tm *gmtime(const time_t *);
struct tm *localtime(const time_t *);
struct tm *gmtime_r(const time_t *__CASSAY_RESTRICT, struct tm *__CASSAY_RESTRICT);
struct tm *localtime_r(const time_t *__CASSAY_RESTRICT, struct tm *__CASSAY_RESTRICT);
char *asctime(const struct tm *);
char *ctime(const time_t *);
char *asctime_r(const struct tm *__CASSAY_RESTRICT, char *__CASSAY_RESTRICT);
char *ctime_r(const time_t *__CASSAY_RESTRICT, char *__CASSAY_RESTRICT);
int timespec_get(struct timespec *, int);
int nanosleep(const struct timespec *, struct timespec *);
int clock_getres(clockid_t, struct timespec *);
int clock_gettime(clockid_t, struct timespec *);
int clock_settime(clockid_t, const struct timespec *);
int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
void tzset(void);
extern char *tzname[2];
extern long timezone;
extern int daylight;

#endif
