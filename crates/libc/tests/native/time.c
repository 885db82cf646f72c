// Dates of <time.h>: the library computes in a zone of one offset, which the model is told.
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <time.h>

MODEL(gmtime_r) MODEL(localtime_r) MODEL(gmtime) MODEL(localtime) MODEL(mktime) MODEL(timegm)
MODEL(strftime) MODEL(asctime_r) MODEL(ctime_r) MODEL(asctime) MODEL(ctime) MODEL(difftime)

// Local time is ahead of UTC by that many seconds.
#define AHEAD (5 * 3600 + 30 * 60 + 10)

static time_t any_time(void) {
  switch (random_bits() % 6) {
  case 0:
    return (time_t)random_bits();
  case 1:
    return (time_t)(random_bits() % 253402300800);
  case 2:
    return (int)random_bits();
  case 3:
    // About the days at which years change.
    return (time_t)(random_bits() % 4000 - 2000) * 31556952 + (time_t)(random_bits() % 400000);
  case 4:
    return (time_t)(random_bits() >> 8) - ((time_t)1 << 55);
  default:
    return (time_t)(random_bits() % 400000) - 200000;
  }
}

static int any_part(int most) {
  switch (random_bits() % 8) {
  case 0:
    return (int)random_bits();
  case 1:
    return (int)(random_bits() % 4000) - 2000;
  default:
    return (int)(random_bits() % (unsigned)most);
  }
}

static struct tm any_date(void) {
  struct tm date = {0};
  date.tm_sec = any_part(61);
  date.tm_min = any_part(60);
  date.tm_hour = any_part(24);
  date.tm_mday = any_part(32);
  date.tm_mon = any_part(12);
  date.tm_year = any_part(200);
  return date;
}

static _Bool same(const struct tm *a, const struct tm *b) {
  return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour &&
         a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year &&
         a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst &&
         a->tm_gmtoff == b->tm_gmtoff;
}

static void check_conversions(void) {
  for (int i = 0; i < 40000; i++) {
    time_t time = any_time();
    struct tm expected, found;
    errno = *model_errno() = 0;
    _Bool known = gmtime_r(&time, &expected);
    CHECK(known == !!model_gmtime_r(&time, &found), "gmtime_r(%ld)", time);
    CHECK(errno == *model_errno(), "gmtime_r(%ld): %d %d", time, errno, *model_errno());
    CHECK(!known || same(&expected, &found), "gmtime_r(%ld)", time);
    known = localtime_r(&time, &expected);
    CHECK(known == !!model_localtime_r(&time, &found), "localtime_r(%ld)", time);
    CHECK(!known || same(&expected, &found), "localtime_r(%ld)", time);
    time_t other = any_time();
    CHECK(difftime(time, other) == model_difftime(time, other), "difftime(%ld, %ld)", time, other);
  }
}

static void check_back(void) {
  for (int i = 0; i < 40000; i++) {
    struct tm date = any_date(), expected = date, found = date;
    errno = *model_errno() = 0;
    time_t time = timegm(&expected);
    CHECK(time == model_timegm(&found), "timegm of %d-%d-%d", date.tm_year, date.tm_mon,
          date.tm_mday);
    CHECK(same(&expected, &found), "timegm of %d-%d-%d: date", date.tm_year, date.tm_mon,
          date.tm_mday);
    CHECK(errno == *model_errno(), "timegm: errno %d %d", errno, *model_errno());
    expected = found = date;
    time = mktime(&expected);
    CHECK(time == model_mktime(&found) && same(&expected, &found), "mktime of %d-%d-%d %d:%d:%d",
          date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec);
    // One of the two ways to take a date of daylight saving that there is not.
    date.tm_isdst = 1;
    expected = date;
    time = mktime(&expected);
    _Bool among = 0;
    for (int way = 0; way < 2; way++) {
      found = date;
      any_bool_value = way;
      among |= time == model_mktime(&found) && same(&expected, &found);
    }
    CHECK(among, "mktime of daylight saving");
  }
}

static const char *const formats[] = {
    "%a %A %b %B %h", "%c", "%C %d %D", "%e %F", "%H %I %j %k %l", "%m %M %n %p %P %r", "%R %S %t %T %u",
    "%U %w %W", "%x %X %y %Y", "%z %Z %%", "%G %g %V", "%Ey %Od", "%s", "", "day %d of %B %Y, %H:%M"};

static void check_formats(void) {
  for (int i = 0; i < 20000; i++) {
    time_t time = (time_t)(random_bits() % 300000000000) - 30000000000;
    struct tm date;
    localtime_r(&time, &date);
    // The library's name of the zone is its own.
    date.tm_zone = "ABC";
    const char *format = formats[random_bits() % (sizeof formats / sizeof *formats)];
    size_t size = random_bits() % 40;
    char expected[40], found[40];
    size_t length = strftime(expected, size, format, &date);
    size_t own = model_strftime(found, size, format, &date);
    CHECK(length == own && (length == 0 || memcmp(expected, found, length + 1) == 0),
          "strftime(%zu, \"%s\", %ld): %zu %zu", size, format, time, length, own);
    if (date.tm_year >= -900 && date.tm_year <= 8099) {
      char text[26], own_text[26];
      CHECK(strcmp(asctime_r(&date, text), model_asctime_r(&date, own_text)) == 0, "asctime_r");
      CHECK(strcmp(ctime_r(&time, text), model_ctime_r(&time, own_text)) == 0, "ctime_r");
    }
  }
}

// Results that the standard lets calls share are shared as the library shares them.
static void check_shared(void) {
  time_t a = 0, b = 1000000000;
  CHECK((gmtime(&a) == localtime(&b)) == (model_gmtime(&a) == model_localtime(&b)), "gmtime");
  struct tm *expected = gmtime(&a), *found = model_gmtime(&a);
  char *text = asctime(expected), *own = model_asctime(found);
  CHECK((ctime(&b) == text) == (model_ctime(&b) == own), "ctime");
  CHECK(strcmp(text, own) == 0 && same(expected, found), "ctime: %s %s", text, own);
}

void check_time(void) {
  setenv("TZ", "ABC-5:30:10", 1);
  tzset();
  integers_are_open = 1;
  any_integer_value = AHEAD;
  excluded = 0;
  doing = "dates";
  check_conversions();
  check_back();
  any_bool_value = 0;
  check_formats();
  check_shared();
  CHECK(!excluded, "an assumption about dates");
  integers_are_open = 0;
}
