// strftime in the "C" locale (C17 7.27.3.5, with the conversions of POSIX and glibc).
#include "time/dates.h"
#include <string.h>

// The output so far. Characters past the end of the buffer are counted and not stored.
struct text {
  char *start;
  size_t size, length;
};

static void put(struct text *text, char c) {
  if (text->length < text->size)
    text->start[text->length] = c;
  text->length++;
}

static void put_name(struct text *text, const char *name, size_t most) {
  for (size_t i = 0; i < most && name[i]; i++)
    put(text, name[i]);
}

// Writes a number with at least the given number of digits.
static void put_number(struct text *text, long long number, int digits, char blank) {
  if (number < 0)
    __cassay_unsupported("strftime of a negative number");
  long long power = 1;
  int present = 1;
  while (number >= power * 10) {
    power *= 10;
    present++;
  }
  for (; present < digits; digits--)
    put(text, blank);
  for (; power > 0; power /= 10)
    put(text, (char)('0' + number / power % 10));
}

// Writes a number with at least two digits; fast for the common case of at most two.
static void put_two(struct text *text, int number, char blank) {
  if (number < 0 || number > 99) {
    put_number(text, number, 2, blank);
    return;
  }
  put(text, number < 10 ? blank : (char)('0' + number / 10));
  put(text, (char)('0' + number % 10));
}

static void put_year(struct text *text, long long year) {
  if (year < 1000 || year > 9999) {
    put_number(text, year, 1, '0');
    return;
  }
  int number = (int)year;
  put_two(text, number / 100, '0');
  put_two(text, number % 100, '0');
}

static int hour_of_12(const struct tm *date) {
  int hour = date->tm_hour;
  return hour > 12 ? hour - 12 : hour == 0 ? 12 : hour;
}

static _Bool is_leap(long long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

// The ISO 8601 year and week of a date: those of the Thursday of its week.
static long long iso_year(const struct tm *date, int *week) {
  if (date->tm_yday < 0 || date->tm_yday > 365 || date->tm_wday < 0 || date->tm_wday > 6)
    __cassay_unsupported("the week of a date that is not valid");
  long long year = 1900LL + date->tm_year;
  int thursday = date->tm_yday - (date->tm_wday + 6) % 7 + 3;
  int length = 365 + is_leap(year);
  if (thursday < 0) {
    year--;
    thursday += 365 + is_leap(year);
  } else if (thursday >= length) {
    year++;
    thursday -= length;
  }
  *week = thursday / 7 + 1;
  return year;
}

static void put_zone(struct text *text, const struct tm *date) {
  if (date->tm_isdst < 0)
    return;
  long ahead = date->tm_gmtoff;
  put(text, ahead < 0 ? '-' : '+');
  long minutes = (ahead < 0 ? -ahead : ahead) / 60;
  put_number(text, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static void put_zone_name(struct text *text, const struct tm *date) {
  const char *zone = date->tm_zone;
  if (!(zone && *zone) && date->tm_isdst >= 0)
    zone = tzname[date->tm_isdst != 0];
  if (zone)
    put_name(text, zone, (size_t)-1);
}

static void put_seconds(struct text *text, const struct tm *date) {
  struct tm copy = *date;
  long long seconds = mktime(&copy);
  if (seconds < 0) {
    put(text, '-');
    seconds = -seconds;
  }
  put_number(text, seconds, 1, '0');
}

static void put_time(struct text *text, const struct tm *date, _Bool seconds) {
  put_two(text, date->tm_hour, '0');
  put(text, ':');
  put_two(text, date->tm_min, '0');
  if (seconds) {
    put(text, ':');
    put_two(text, date->tm_sec, '0');
  }
}

static void put_month_first(struct text *text, const struct tm *date) {
  put_two(text, date->tm_mon + 1, '0');
  put(text, '/');
  put_two(text, date->tm_mday, '0');
  put(text, '/');
  put_two(text, (int)((1900LL + date->tm_year) % 100), '0');
}

static void put_weekday(struct text *text, const struct tm *date, size_t most) {
  int day = date->tm_wday;
  put_name(text, day < 0 || day > 6 ? "?" : __cassay_days[day], most);
}

static void put_month(struct text *text, const struct tm *date, size_t most) {
  int month = date->tm_mon;
  put_name(text, month < 0 || month > 11 ? "?" : __cassay_months[month], most);
}

static void put_half(struct text *text, const struct tm *date, _Bool small) {
  _Bool later = date->tm_hour > 11;
  put_name(text, small ? later ? "pm" : "am" : later ? "PM" : "AM", 2);
}

static void put_all(struct text *text, const struct tm *date) {
  put_weekday(text, date, 3);
  put(text, ' ');
  put_month(text, date, 3);
  put(text, ' ');
  put_two(text, date->tm_mday, ' ');
  put(text, ' ');
  put_time(text, date, 1);
  put(text, ' ');
  put_year(text, 1900LL + date->tm_year);
}

// Conversions of the time of day. Returns whether it was one.
static _Bool convert_time(struct text *text, const struct tm *date, char conversion) {
  switch (conversion) {
  case 'H':
    put_two(text, date->tm_hour, '0');
    return 1;
  case 'I':
    put_two(text, hour_of_12(date), '0');
    return 1;
  case 'k':
    put_two(text, date->tm_hour, ' ');
    return 1;
  case 'l':
    put_two(text, hour_of_12(date), ' ');
    return 1;
  case 'M':
    put_two(text, date->tm_min, '0');
    return 1;
  case 'S':
    put_two(text, date->tm_sec, '0');
    return 1;
  case 'p':
  case 'P':
    put_half(text, date, conversion == 'P');
    return 1;
  case 'R':
    put_time(text, date, 0);
    return 1;
  case 'T':
  case 'X':
    put_time(text, date, 1);
    return 1;
  case 'r':
    put_two(text, hour_of_12(date), '0');
    put(text, ':');
    put_two(text, date->tm_min, '0');
    put(text, ':');
    put_two(text, date->tm_sec, '0');
    put(text, ' ');
    put_half(text, date, 0);
    return 1;
  case 's':
    put_seconds(text, date);
    return 1;
  case 'z':
    put_zone(text, date);
    return 1;
  case 'Z':
    put_zone_name(text, date);
    return 1;
  default:
    return 0;
  }
}

// Conversions of days, weeks and years. Returns whether it was one.
static _Bool convert_date(struct text *text, const struct tm *date, char conversion) {
  long long year = 1900LL + date->tm_year;
  int week;
  switch (conversion) {
  case 'a':
    put_weekday(text, date, 3);
    return 1;
  case 'A':
    put_weekday(text, date, 10);
    return 1;
  case 'b':
  case 'h':
    put_month(text, date, 3);
    return 1;
  case 'B':
    put_month(text, date, 10);
    return 1;
  case 'c':
    put_all(text, date);
    return 1;
  case 'C':
    put_number(text, year / 100 - (year % 100 < 0), 1, '0');
    return 1;
  case 'd':
    put_two(text, date->tm_mday, '0');
    return 1;
  case 'D':
  case 'x':
    put_month_first(text, date);
    return 1;
  case 'e':
    put_two(text, date->tm_mday, ' ');
    return 1;
  case 'F':
    put_year(text, year);
    put(text, '-');
    put_two(text, date->tm_mon + 1, '0');
    put(text, '-');
    put_two(text, date->tm_mday, '0');
    return 1;
  case 'g':
    put_two(text, (int)(iso_year(date, &week) % 100), '0');
    return 1;
  case 'G':
    put_year(text, iso_year(date, &week));
    return 1;
  case 'j':
    put_number(text, date->tm_yday + 1LL, 3, '0');
    return 1;
  case 'm':
    put_two(text, date->tm_mon + 1, '0');
    return 1;
  case 'u':
    put_number(text, (date->tm_wday + 6LL) % 7 + 1, 1, '0');
    return 1;
  case 'U':
    put_two(text, (int)((date->tm_yday - (long long)date->tm_wday + 7) / 7), '0');
    return 1;
  case 'V':
    iso_year(date, &week);
    put_two(text, week, '0');
    return 1;
  case 'w':
    put_number(text, date->tm_wday, 1, '0');
    return 1;
  case 'W':
    put_two(text, (int)((date->tm_yday - (date->tm_wday + 6LL) % 7 + 7) / 7), '0');
    return 1;
  case 'y':
    put_two(text, (int)(year % 100), '0');
    return 1;
  case 'Y':
    put_year(text, year);
    return 1;
  default:
    return 0;
  }
}

static _Bool is_flag(char c) {
  return c == '_' || c == '-' || c == '^' || c == '#' || (c >= '0' && c <= '9');
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format,
                const struct tm *restrict date) {
  struct text text = {buffer, size, 0};
  for (; *format; format++) {
    if (*format != '%') {
      put(&text, *format);
      continue;
    }
    format++;
    if (is_flag(*format))
      __cassay_unsupported("strftime with flags and widths of glibc");
    if (*format == 'E' || *format == 'O')
      format++;
    if (*format == '%')
      put(&text, '%');
    else if (*format == 'n')
      put(&text, '\n');
    else if (*format == 't')
      put(&text, '\t');
    else if (!convert_time(&text, date, *format) && !convert_date(&text, date, *format)) {
      CLAIM(0, "strftime: the conversion is one of the standard");
      return 0;
    }
  }
  // If the text with its terminating zero does not fit, the contents of the buffer are indeterminate.
  if (text.length < size) {
    buffer[text.length] = 0;
    return text.length;
  }
  if (size > 0)
    __cassay_havoc(buffer, size, "part of a formatted date");
  return 0;
}
