// Dates. Conversions give any date of the calendar.
#include "cassay.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOTE() __cassay_note("conversions between times and dates give any valid date")

static int number(int least, int most) {
  int value = __cassay_any_int("part of a date");
  __cassay_assume(value >= least && value <= most);
  return value;
}

static void fill(struct tm *date) {
  NOTE();
  date->tm_sec = number(0, 60);
  date->tm_min = number(0, 59);
  date->tm_hour = number(0, 23);
  date->tm_mday = number(1, 31);
  date->tm_mon = number(0, 11);
  date->tm_year = __cassay_any_int("year of a date");
  date->tm_wday = number(0, 6);
  date->tm_yday = number(0, 365);
  date->tm_isdst = number(-1, 1);
  date->tm_gmtoff = number(-86400, 86400);
  date->tm_zone = "GMT";
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict date) {
  TOUCH(time);
  if (__cassay_any_bool("the year is not representable"))
    return NULL;
  fill(date);
  return date;
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict date) {
  return gmtime_r(time, date);
}

struct tm *gmtime(const time_t *time) {
  static struct tm date;
  return gmtime_r(time, &date);
}

struct tm *localtime(const time_t *time) { return gmtime(time); }

time_t mktime(struct tm *date) {
  TOUCH(&date->tm_isdst);
  if (__cassay_any_bool("the date is not representable"))
    return -1;
  fill(date);
  return (time_t)__cassay_any_long("time of a date");
}

time_t timegm(struct tm *date) { return mktime(date); }

// Three letters, a blank, and so on: always 25 characters (C17 7.27.3.1).
char *asctime_r(const struct tm *restrict date, char *restrict text) {
  CLAIM(date->tm_wday >= 0 && date->tm_wday <= 6 && date->tm_mon >= 0 && date->tm_mon <= 11,
        "the date is valid");
  CLAIM(date->tm_year >= -2899 && date->tm_year <= 8099, "the year has four digits");
  __cassay_havoc(text, 24, "text of a date");
  for (int i = 0; i < 24; i++)
    __cassay_assume(text[i] >= ' ' && text[i] < 127);
  text[24] = '\n';
  text[25] = 0;
  return text;
}

char *asctime(const struct tm *date) {
  static char text[26];
  return asctime_r(date, text);
}

char *ctime_r(const time_t *restrict time, char *restrict text) {
  struct tm date;
  if (!localtime_r(time, &date))
    return NULL;
  __cassay_assume(date.tm_year >= -2899 && date.tm_year <= 8099);
  return asctime_r(&date, text);
}

char *ctime(const time_t *time) {
  static char text[26];
  return ctime_r(time, text);
}

size_t strftime(char *restrict text, size_t size, const char *restrict format,
                const struct tm *restrict date) {
  NOTE();
  (void)strlen(format);
  TOUCH(&date->tm_isdst);
  size_t length = __cassay_any_size("length of the formatted date");
  __cassay_assume(length < size || length == 0);
  if (size > 0) {
    __cassay_havoc(text, length, "formatted date");
    text[length] = 0;
  }
  return length;
}

void tzset(void) {}

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;
