// Dates of the proleptic Gregorian calendar, by exact integer arithmetic. Years begin in March here, so that
// the leap day is the last day of a year.
#include "time/dates.h"
#include <errno.h>
#include <limits.h>

#define SECONDS_A_DAY 86400
#define DAYS_IN_400_YEARS 146097
#define DAYS_IN_100_YEARS 36524
#define DAYS_IN_4_YEARS 1461
// Days from 1 March of the year 0 to 1 January 1970.
#define EPOCH 719468

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

// The offset of local time from UTC in seconds.
static long offset(void) {
  static long ahead;
  static _Bool known;
  __cassay_note("local time has a constant offset from UTC, no daylight saving, and the name UTC");
  if (!known) {
    known = 1;
    ahead = __cassay_any_int("seconds by which local time is ahead of UTC");
    // TZ allows up to 24 hours, 59 minutes and 59 seconds.
    __cassay_assume(ahead > -90000 && ahead < 90000);
    timezone = -ahead;
  }
  return ahead;
}

void tzset(void) { (void)offset(); }

static long long quotient(long long a, int b) { return a / b - (a % b < 0); }

// The days from the epoch to the first day of a month; January is 0.
static long long first_day(long long year, int month) {
  static const short before[12] = {306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275};
  year -= month < 2;
  return 365 * year + quotient(year, 4) - quotient(year, 100) + quotient(year, 400) +
         before[month] - EPOCH;
}

static _Bool is_leap(long long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

// Converts a time with an offset to a date. Returns whether the year is representable.
static _Bool fill(struct tm *date, time_t time, long ahead) {
  // The sum does not overflow, because whole days are split off first.
  long long day = quotient(time, SECONDS_A_DAY);
  int second = (int)(time - day * SECONDS_A_DAY) + (int)ahead;
  int over = second < 0 ? -1 - (second < -SECONDS_A_DAY) : second / SECONDS_A_DAY;
  day += over;
  second -= over * SECONDS_A_DAY;
  long long era = quotient(day + EPOCH, DAYS_IN_400_YEARS);
  unsigned rest = (unsigned)(day + EPOCH - era * DAYS_IN_400_YEARS);
  unsigned century = least(rest / DAYS_IN_100_YEARS, 3);
  rest -= century * DAYS_IN_100_YEARS;
  unsigned four = rest / DAYS_IN_4_YEARS;
  rest -= four * DAYS_IN_4_YEARS;
  unsigned one = least(rest / 365, 3);
  rest -= one * 365;
  unsigned month = (5 * rest + 2) / 153;
  _Bool next = month >= 10;
  long long year = 400 * era + 100 * century + 4 * four + one + next;
  int weekday = (int)((day + 4) % 7);
  date->tm_sec = second % 60;
  date->tm_min = second / 60 % 60;
  date->tm_hour = second / 3600;
  date->tm_wday = weekday < 0 ? weekday + 7 : weekday;
  if (year - 1900 < INT_MIN || year - 1900 > INT_MAX)
    return 0;
  date->tm_year = (int)(year - 1900);
  date->tm_mon = (int)(next ? month - 10 : month + 2);
  date->tm_mday = (int)(rest - (153 * month + 2) / 5 + 1);
  date->tm_yday = (int)(next ? rest - 306 : rest + 59 + is_leap(year));
  date->tm_isdst = 0;
  return 1;
}

// Redundant facts. They hold anyway, but the solver need not derive them from the arithmetic.
static void known(const struct tm *date) {
  __cassay_assume(date->tm_sec >= 0 && date->tm_sec <= 59);
  __cassay_assume(date->tm_min >= 0 && date->tm_min <= 59);
  __cassay_assume(date->tm_hour >= 0 && date->tm_hour <= 23);
  __cassay_assume(date->tm_mday >= 1 && date->tm_mday <= 31);
  __cassay_assume(date->tm_mon >= 0 && date->tm_mon <= 11);
  __cassay_assume(date->tm_wday >= 0 && date->tm_wday <= 6);
  __cassay_assume(date->tm_yday >= 0 && date->tm_yday <= 365);
}

static struct tm *convert(time_t time, struct tm *date, long ahead, const char *zone) {
  if (!fill(date, time, ahead)) {
    errno = EOVERFLOW;
    return NULL;
  }
  known(date);
  date->tm_gmtoff = ahead;
  date->tm_zone = zone;
  return date;
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict date) {
  return convert(*time, date, 0, "GMT");
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict date) {
  return convert(*time, date, offset(), tzname[0]);
}

// gmtime and localtime share one object (C17 7.27.3).
static struct tm shared;

struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared); }

struct tm *localtime(const time_t *time) { return localtime_r(time, &shared); }

// Converts a date to a time. Fields may be outside their ranges; the date is normalized.
static time_t normalize(struct tm *date, long ahead, int early, const char *zone) {
  long long months = date->tm_mon, years = quotient(months, 12);
  long long day = first_day(1900LL + date->tm_year + years, (int)(months - 12 * years));
  day += date->tm_mday - 1LL;
  long long seconds = day * SECONDS_A_DAY + date->tm_hour * 3600LL + date->tm_min * 60LL +
                      date->tm_sec - ahead - early;
  // This does not overflow for any date. The result may not fit time_t, which can be narrower.
  time_t time = (time_t)seconds;
  struct tm result;
  if (time != seconds || !fill(&result, time, ahead)) {
    errno = EOVERFLOW;
    return -1;
  }
  known(&result);
  result.tm_gmtoff = ahead;
  result.tm_zone = zone;
  *date = result;
  return time;
}

time_t mktime(struct tm *date) {
  // Where there is no daylight saving, libraries differ: they ignore tm_isdst or subtract an hour.
  _Bool early = date->tm_isdst > 0 && __cassay_any_bool("the date is one of daylight saving");
  return normalize(date, offset(), early ? 3600 : 0, tzname[0]);
}

time_t timegm(struct tm *date) { return normalize(date, 0, 0, "GMT"); }

time_t timelocal(struct tm *date) { return mktime(date); }
