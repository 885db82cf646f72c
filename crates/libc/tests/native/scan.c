// Formatted input from texts and streams.
#define _GNU_SOURCE
#include "check.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

int model_sscanf(const char *text, const char *format, ...);
int model_fscanf(struct model_file *stream, const char *format, ...);
int model_fgetc(struct model_file *stream);

// What a format can store into, by kind of conversion; every slot takes any type.
struct slots {
  union {
    char text[32];
    long long number;
    double real;
  } slot[5];
};

#define ALL(s) (s).slot[0].text, (s).slot[1].text, (s).slot[2].text, (s).slot[3].text, (s).slot[4].text

static const char *pick(const char *const *list, size_t count) {
  return list[random_bits() % count];
}
#define PICK(list) pick(list, sizeof(list) / sizeof *(list))

static const char *const integers[] = {"%d",   "%i",  "%u",  "%x",   "%o",   "%ld", "%lld", "%hhd",
                                       "%hu",  "%zu", "%jd", "%td",  "%3d",  "%2x", "%5i",  "%1d",
                                       "%*d",  "%4i", "%lx", "%llo", "%*3x", "%hhi", "%lu", "%10d"};
static const char *const others[] = {"%s",     "%5s",  "%c",   "%3c",     "%[a-c]", "%[^,]", "%*s",
                                     "%[]x-]", "%2[0-9]", "%*[ab]", "%n", "%hhn",   "%%",    "%*c",
                                     "%[^]0]", "%4[^ ]"};
static const char *const floats[] = {"%lf", "%f", "%Lf", "%le", "%lg", "%5lf", "%3f", "%*f", "%la"};
static const char *const between[] = {"", " ", ",", "x", "=", " ,", "  ", "0x"};

// A format of a few directives.
static void make_format(char *format, _Bool with_floats) {
  *format = 0;
  int parts = 1 + (int)(random_bits() % 4);
  for (int i = 0; i < parts; i++) {
    strcat(format, PICK(between));
    uint64_t kind = random_bits() % (with_floats ? 4 : 3);
    strcat(format, kind == 3 ? PICK(floats) : kind == 2 ? PICK(others) : PICK(integers));
  }
  if (random_bits() % 4 == 0)
    strcat(format, PICK(between));
}

static const char *const words[] = {"12",  "-7", "+3", "0x1F", "0",   "077", "abc", "a,b", " ",
                                    "\n",  "=",  ",",  "x",    "1.5", "-2e3", "inf", "nan", "]",
                                    "0x",  "-",  "9999999999",  "18446744073709551616", "0x.8p1",
                                    ".",   "e",  "08", "%",    "Infinity", "1e",  "-0"};

static void make_text(char *text) {
  *text = 0;
  int parts = (int)(random_bits() % 6);
  for (int i = 0; i < parts; i++) {
    if (random_bits() % 3 == 0) {
      static const char letters[] = "0123456789 abcxXef,.-+=]%\n\tz";
      char one[2] = {letters[random_bits() % (sizeof letters - 1)], 0};
      strcat(text, one);
    } else
      strcat(text, PICK(words));
    if (random_bits() % 3 == 0)
      strcat(text, " ");
  }
}

static void check_texts(void) {
  for (int i = 0; i < 200000; i++) {
    char text[200], format[100];
    make_text(text);
    make_format(format, 1);
    struct slots x, y;
    memset(&x, '~', sizeof x);
    memset(&y, '~', sizeof y);
    int expected = sscanf(text, format, ALL(x));
    any_double_value = any_float_value = any_ldouble_value = 0;
    asked = 0;
    int found = model_sscanf(text, format, ALL(y));
    // Numbers with more digits than are followed may be any.
    if (asked)
      continue;
    // Signs of what is not a number are not compared beyond their bits.
    CHECK(expected == found && memcmp(&x, &y, sizeof x) == 0, "sscanf(\"%s\", \"%s\"): %d %d", text,
          format, expected, found);
  }
}

struct attempt {
  const char *format;
  int expected;
  struct slots *slots;
  int next[3];
  int at_end;
};

static _Bool attempt(void *data) {
  struct attempt *wanted = data;
  struct model_file stream = {.open = 1};
  struct slots y;
  memset(&y, '~', sizeof y);
  if (model_fscanf(&stream, wanted->format, ALL(y)) != wanted->expected)
    return 0;
  if (memcmp(&y, wanted->slots, sizeof y) != 0 || (stream.flags & 0x10) != wanted->at_end)
    return 0;
  for (int i = 0; i < 3; i++)
    if (model_fgetc(&stream) != wanted->next[i])
      return 0;
  return 1;
}

static void check_stream(void) {
  for (int i = 0; i < 20000; i++) {
    static const char *const directives[] = {"%d",  "%u", "%ld", "%hd", "%s",    "%4s", "%c",
                                             "%2c", "%[a-c]", "%[^,]", "%n", "%1d", "%3d", "%*d",
                                             "%*s", "%2x", "%d",  "%d",  "%s"};
    static const char *const parts[] = {"12", "-7", "3",  "abc", "a,b", " ", "\n", "=", ",",
                                        "0",  "65", "+",  "b",   "9",   "40", "z"};
    char text[100] = "", format[100] = "";
    int count = 1 + (int)(random_bits() % 4);
    for (int k = 0; k < count; k++) {
      strcat(format, random_bits() % 2 ? PICK(between) : "");
      strcat(format, PICK(directives));
    }
    if (strstr(format, "0x"))
      continue;
    count = 1 + (int)(random_bits() % 5);
    for (int k = 0; k < count; k++) {
      strcat(text, PICK(parts));
      if (random_bits() % 2)
        strcat(text, " ");
    }
    struct slots x;
    memset(&x, '~', sizeof x);
    FILE *stream = fmemopen(text, strlen(text), "r");
    struct attempt wanted = {format, fscanf(stream, format, ALL(x)), &x, {0}, 0};
    wanted.at_end = feof(stream) ? 0x10 : 0;
    for (int k = 0; k < 3; k++)
      wanted.next[k] = fgetc(stream);
    fclose(stream);
    world = (struct world){.text = text, .length = strlen(text)};
    CHECK(allows(attempt, &wanted), "fscanf(\"%s\", \"%s\"): %d", text, format, wanted.expected);
  }
}

void check_scan(void) {
  doing = "scan";
  check_texts();
  check_stream();
}
