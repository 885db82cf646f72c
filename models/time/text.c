// Dates as text of 25 characters: "Sun Sep 16 01:03:52 1973\n" (C17 7.27.3.1).
#include "time/dates.h"

static void three(char *text, const char *name) {
  text[0] = name[0];
  text[1] = name[1];
  text[2] = name[2];
}

static void two(char *text, int number, char blank) {
  text[0] = number < 10 ? blank : (char)('0' + number / 10);
  text[1] = (char)('0' + number % 10);
}

char *asctime_r(const struct tm *restrict date, char *restrict text) {
  CLAIM(date->tm_wday >= 0 && date->tm_wday <= 6 && date->tm_mon >= 0 && date->tm_mon <= 11 &&
            date->tm_mday >= 1 && date->tm_mday <= 31 && date->tm_hour >= 0 &&
            date->tm_hour <= 23 && date->tm_min >= 0 && date->tm_min <= 59 && date->tm_sec >= 0 &&
            date->tm_sec <= 60,
        "the date is valid");
  CLAIM(date->tm_year >= -900 && date->tm_year <= 8099, "the year has four digits");
  three(text, __cassay_days[date->tm_wday]);
  text[3] = ' ';
  three(text + 4, __cassay_months[date->tm_mon]);
  text[7] = ' ';
  two(text + 8, date->tm_mday, ' ');
  text[10] = ' ';
  two(text + 11, date->tm_hour, '0');
  text[13] = ':';
  two(text + 14, date->tm_min, '0');
  text[16] = ':';
  two(text + 17, date->tm_sec, '0');
  text[19] = ' ';
  int year = 1900 + date->tm_year;
  two(text + 20, year / 100, '0');
  two(text + 22, year % 100, '0');
  text[24] = '\n';
  text[25] = 0;
  return text;
}

// asctime and ctime share one object (C17 7.27.3).
static char shared[26];

char *asctime(const struct tm *date) { return asctime_r(date, shared); }

char *ctime_r(const time_t *restrict time, char *restrict text) {
  struct tm date;
  return localtime_r(time, &date) ? asctime_r(&date, text) : NULL;
}

// C17 7.27.3.2 defines it by localtime, so the object of localtime is overwritten as well.
char *ctime(const time_t *time) {
  struct tm *date = localtime(time);
  return date ? asctime(date) : NULL;
}
