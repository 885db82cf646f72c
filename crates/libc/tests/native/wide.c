// Texts of wide characters: formatted output and input, and what the multibyte functions make of them.
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

MODEL(swprintf) MODEL(mbstowcs) MODEL(wcstombs) MODEL(mbtowc) MODEL(wctomb) MODEL(mbrtowc)
MODEL(wcrtomb) MODEL(mbsrtowcs) MODEL(wcsrtombs) MODEL(btowc) MODEL(wctob) MODEL(mblen)
MODEL(mbsnrtowcs) MODEL(wcsnrtombs)
int model_swscanf(const wchar_t *text, const wchar_t *format, ...);

static void widen(wchar_t *to, const char *from) {
  do
    *to++ = (unsigned char)*from;
  while (*from++);
}

#define SAME_OUTPUT(format, ...)                                                                   \
  do {                                                                                             \
    wchar_t x[48], y[48];                                                                          \
    memset(x, 1, sizeof x);                                                                        \
    memset(y, 1, sizeof y);                                                                        \
    size_t room = random_bits() % 3 ? 48 : random_bits() % 16 + 1;                                 \
    int expected = swprintf(x, room, format, __VA_ARGS__);                                         \
    int found = model_swprintf(y, room, format, __VA_ARGS__);                                      \
    /* What a text leaves behind that does not fit is nobody's business. */                        \
    CHECK(expected == found && (expected < 0 || memcmp(x, y, (size_t)(expected + 1) * 4) == 0),    \
          "swprintf(\"%ls\"): %d %d", format, expected, found);                                    \
  } while (0)

static void check_output(void) {
  for (int i = 0; i < 20000; i++) {
    char narrow[16];
    wchar_t wide[16];
    size_t length = random_bits() % 10;
    for (size_t k = 0; k < length; k++)
      narrow[k] = (char)(random_bits() % 40 == 0 ? 200 : 'a' + random_bits() % 26);
    narrow[length] = 0;
    widen(wide, narrow);
    int width = (int)(random_bits() % 16), precision = (int)(random_bits() % 12) - 1;
    int number = (int)random_bits(), letter = 'a' + (int)(random_bits() % 26);
    SAME_OUTPUT(L"%*.*d|%x", width, precision, number, (unsigned)number / 3);
    SAME_OUTPUT(L"<%-*.*ls>", width, precision, wide);
    SAME_OUTPUT(L"<%*.*s>%lc", width, precision, narrow, L'z');
    SAME_OUTPUT(L"%c%%%g", letter, (double)number / 64);
  }
}

static void check_input(void) {
  static const wchar_t *const formats[] = {
      L"%d %ls",   L"%x,%d",  L"%ls%n",     L"%5ls %lc", L"%l[a-c]%d", L"%s %d",
      L"%[^,],%d", L"%lf %d", L"%*d%ls %d", L"%i%i%n",   L"x=%d",      L"%3d%3d"};
  static const char letters[] = "0123456789 abcx=,.-+";
  for (int i = 0; i < 40000; i++) {
    char narrow[24];
    wchar_t text[24];
    size_t length = random_bits() % 16;
    for (size_t k = 0; k < length; k++)
      narrow[k] = letters[random_bits() % (sizeof letters - 1)];
    narrow[length] = 0;
    widen(text, narrow);
    const wchar_t *format = formats[random_bits() % 12];
    union {
      wchar_t text[24];
      long long number;
    } x[3], y[3];
    memset(x, '~', sizeof x);
    memset(y, '~', sizeof y);
    int expected = swscanf(text, format, x, x + 1, x + 2);
    asked = 0;
    int found = model_swscanf(text, format, y, y + 1, y + 2);
    // Glibc leaves more than the text behind where it turns it into bytes.
    if (format[1] == 's' || format[1] == '[')
      for (size_t k = sizeof x->text; k-- > 0;)
        if (expected > 0 && k > strlen((char *)y))
          ((char *)x)[k] = ((char *)y)[k];
    CHECK(asked || (expected == found && memcmp(x, y, sizeof x) == 0), "swscanf(%s, %ls): %d %d",
          narrow, format, expected, found);
  }
}

static void check_conversions(void) {
  for (int i = 0; i < 20000; i++) {
    char narrow[16], x[16], y[16];
    wchar_t wide[16], u[16], v[16];
    size_t length = random_bits() % 12, n = random_bits() % 14;
    for (size_t k = 0; k < length; k++)
      narrow[k] = (char)(random_bits() % 30 == 0 ? 128 + random_bits() % 128 : 1 + random_bits() % 127);
    narrow[length] = 0;
    widen(wide, narrow);
    memset(x, 1, sizeof x), memset(y, 1, sizeof y);
    memset(u, 1, sizeof u), memset(v, 1, sizeof v);
    _Bool count = random_bits() % 4 == 0;
    size_t a = mbstowcs(count ? NULL : u, narrow, n), b = model_mbstowcs(count ? NULL : v, narrow, n);
    CHECK(a == b && (a == (size_t)-1 || memcmp(u, v, sizeof u) == 0), "mbstowcs %zd %zd", a, b);
    a = wcstombs(count ? NULL : x, wide, n), b = model_wcstombs(count ? NULL : y, wide, n);
    CHECK(a == b && (a == (size_t)-1 || memcmp(x, y, sizeof x) == 0), "wcstombs %zd %zd", a, b);
    const char *p = narrow, *q = narrow;
    mbstate_t state = {0}, other = {0};
    size_t most = random_bits() % 14;
    a = mbsnrtowcs(count ? NULL : u, &p, most, n, &state);
    b = model_mbsnrtowcs(count ? NULL : v, &q, most, n, &other);
    CHECK(a == b && p == q, "mbsnrtowcs %zd %zd", a, b);
    const wchar_t *s = wide, *t = wide;
    memset(&state, 0, sizeof state);
    a = wcsrtombs(count ? NULL : x, &s, n, &state), b = model_wcsrtombs(count ? NULL : y, &t, n, &other);
    CHECK(a == b && s == t, "wcsrtombs %zd %zd", a, b);
  }
  for (int c = -1; c < 300; c++) {
    char byte = (char)c, x[16], y[16];
    wchar_t u = 7, v = 7;
    mbstate_t state = {0}, other = {0};
    CHECK(btowc(c) == model_btowc(c) && wctob((wint_t)c) == model_wctob((wint_t)c), "%d", c);
    int a = mbtowc(&u, &byte, 1), b = model_mbtowc(&v, &byte, 1);
    CHECK(a == b && u == v && mblen(&byte, 1) == model_mblen(&byte, 1), "mbtowc %d", c);
    CHECK(wctomb(x, c) == model_wctomb(y, c), "wctomb %d", c);
    CHECK(wcrtomb(x, c, &state) == model_wcrtomb(y, c, &other), "wcrtomb %d", c);
    memset(&state, 0, sizeof state);
    CHECK(mbrtowc(&u, &byte, 1, &state) == model_mbrtowc(&v, &byte, 1, &other), "mbrtowc %d", c);
  }
}

void check_wide_text(void) {
  doing = "wide texts";
  check_output();
  check_input();
  check_conversions();
}
