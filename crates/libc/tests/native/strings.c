// <string.h>, <strings.h>, <ctype.h>, sorting and searching.
#define _GNU_SOURCE
#include "check.h"
#include <ctype.h>
#include <search.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

MODEL(strlen) MODEL(strnlen) MODEL(strcpy) MODEL(stpcpy) MODEL(strncpy) MODEL(stpncpy)
MODEL(strcat) MODEL(strncat) MODEL(strcmp) MODEL(strncmp) MODEL(strcasecmp) MODEL(strncasecmp)
MODEL(strchr) MODEL(strchrnul) MODEL(strrchr) MODEL(strspn) MODEL(strcspn) MODEL(strpbrk)
MODEL(strstr) MODEL(strcasestr) MODEL(strtok_r) MODEL(strsep) MODEL(strdup) MODEL(strndup)
MODEL(memchr) MODEL(memrchr) MODEL(memcmp) MODEL(memmem) MODEL(memccpy) MODEL(mempcpy)
MODEL(rawmemchr) MODEL(swab) MODEL(ffs) MODEL(ffsl) MODEL(ffsll) MODEL(strxfrm)
MODEL(isalnum) MODEL(isalpha) MODEL(isblank) MODEL(iscntrl) MODEL(isdigit) MODEL(isgraph)
MODEL(islower) MODEL(isprint) MODEL(ispunct) MODEL(isspace) MODEL(isupper) MODEL(isxdigit)
MODEL(tolower) MODEL(toupper) MODEL(__ctype_b_loc) MODEL(__ctype_tolower_loc)
MODEL(__ctype_toupper_loc) MODEL(qsort) MODEL(bsearch) MODEL(lfind) MODEL(realloc)
MODEL(wcslen) MODEL(wcscmp) MODEL(wcsstr) MODEL(wcsspn) MODEL(wcsncpy) MODEL(wcsrchr)
MODEL(iswalnum) MODEL(iswalpha) MODEL(iswblank) MODEL(iswcntrl) MODEL(iswdigit) MODEL(iswgraph)
MODEL(iswlower) MODEL(iswprint) MODEL(iswpunct) MODEL(iswspace) MODEL(iswupper) MODEL(iswxdigit)
MODEL(towupper)
extern size_t model_strlcpy(char *, const char *, size_t), model_strlcat(char *, const char *, size_t);

#define LONGEST 12

// A text over few letters, so that parts of it are found in others.
static void random_text(char *text) {
  static const char letters[] = "abABc.\xe4";
  size_t length = random_bits() % (LONGEST + 1);
  for (size_t i = 0; i < length; i++)
    text[i] = letters[random_bits() % 7];
  text[length] = 0;
}

static int sign(int value) { return (value > 0) - (value < 0); }

// Runs a function and its model on buffers that look the same, and compares them afterwards.
#define ON_BUFFERS(function, ...)                                                                  \
  do {                                                                                             \
    char first[64], second[64], *to;                                                               \
    memset(first, 'x', 64);                                                                        \
    strcpy(first, a);                                                                              \
    memcpy(second, first, 64);                                                                     \
    to = first;                                                                                    \
    long x = (long)function(__VA_ARGS__) - (long)to;                                               \
    to = second;                                                                                   \
    long y = (long)model_##function(__VA_ARGS__) - (long)to;                                       \
    CHECK(x == y && memcmp(first, second, 64) == 0, #function "(%s, %s, %zu)", a, b, n);           \
  } while (0)

#define SAME(function, ...)                                                                        \
  CHECK(function(__VA_ARGS__) == model_##function(__VA_ARGS__), #function "(%s, %s, %d, %zu)", a,  \
        b, c, n)
#define SAME_SIGN(function, ...)                                                                   \
  CHECK(sign(function(__VA_ARGS__)) == sign(model_##function(__VA_ARGS__)), #function "(%s, %s)",  \
        a, b)

static void check_pair(const char *a, const char *b, int c, size_t n) {
  size_t la = strlen(a), lb = strlen(b);
  SAME(strlen, a);
  SAME(strnlen, a, n);
  SAME_SIGN(strcmp, a, b);
  SAME_SIGN(strncmp, a, b, n);
  SAME_SIGN(strcasecmp, a, b);
  SAME_SIGN(strncasecmp, a, b, n);
  SAME(strchr, a, c);
  SAME(strchrnul, a, c);
  SAME(strrchr, a, c);
  SAME(strchr, a, 0);
  SAME(strrchr, a, 0);
  SAME(strspn, a, b);
  SAME(strcspn, a, b);
  SAME(strpbrk, a, b);
  SAME(strstr, a, b);
  SAME(strcasestr, a, b);
  SAME(memchr, a, c, la);
  SAME(memrchr, a, c, la);
  SAME(rawmemchr, a, 0);
  SAME(memmem, a, la, b, lb);
  size_t common = la < lb ? la : lb;
  CHECK(sign(memcmp(a, b, common)) == sign(model_memcmp(a, b, common)), "%s %s", a, b);
  ON_BUFFERS(strcpy, to, b);
  ON_BUFFERS(stpcpy, to, b);
  ON_BUFFERS(strncpy, to, b, n);
  ON_BUFFERS(stpncpy, to, b, n);
  ON_BUFFERS(strcat, to, b);
  ON_BUFFERS(strncat, to, b, n);
  ON_BUFFERS(mempcpy, to, b, lb);
  if (memccpy((char[64]){0}, b, c, lb))
    ON_BUFFERS(memccpy, to, b, c, lb);
  char x[64] = "", y[64] = "";
  CHECK(strxfrm(x, a, n) == model_strxfrm(y, a, n), "%s %zu", a, n);
  char *dup = model_strdup(a), *part = model_strndup(a, n), *expected = strndup(a, n);
  CHECK(strcmp(dup, a) == 0 && strcmp(part, expected) == 0, "%s", a);
  free(dup);
  free(part);
  free(expected);
}

// strlcpy and strlcat are newer than some libraries: they are checked by what they promise.
static void check_limited(const char *a, const char *b, size_t n) {
  char to[64];
  memset(to, 'x', 64);
  CHECK(model_strlcpy(to, b, n) == strlen(b), "%s %zu", b, n);
  size_t copied = n == 0 ? 0 : strlen(b) < n ? strlen(b) : n - 1;
  CHECK(memcmp(to, b, copied) == 0 && (n == 0 || to[copied] == 0), "%s %zu", b, n);
  CHECK(to[n == 0 ? 0 : copied + 1] == 'x', "%s %zu", b, n);
  strcpy(to, a);
  size_t size = strlen(a) + n;
  CHECK(model_strlcat(to, b, size) == (n == 0 ? size : strlen(a)) + strlen(b), "%s %s", a, b);
  CHECK(strncmp(to, a, strlen(a)) == 0, "%s %s", a, b);
  CHECK(n == 0 || strncmp(to + strlen(a), b, n - 1) == 0, "%s %s %zu", a, b, n);
}

static void check_parts(const char *a, const char *set) {
  char x[64], y[64], *rest_x, *rest_y;
  strcpy(x, a);
  strcpy(y, a);
  char *p = strtok_r(x, set, &rest_x), *q = model_strtok_r(y, set, &rest_y);
  for (int i = 0; i < 20 && (p || q); i++) {
    CHECK(p && q && p - x == q - y, "strtok_r(%s, %s) %d", a, set, i);
    p = strtok_r(NULL, set, &rest_x);
    q = model_strtok_r(NULL, set, &rest_y);
  }
  CHECK(memcmp(x, y, strlen(a) + 1) == 0, "strtok_r(%s, %s)", a, set);
  strcpy(x, a);
  strcpy(y, a);
  rest_x = x;
  rest_y = y;
  for (int i = 0; i < 20 && (rest_x || rest_y); i++) {
    p = strsep(&rest_x, set);
    q = model_strsep(&rest_y, set);
    CHECK(p - x == q - y && !rest_x == !rest_y, "strsep(%s, %s) %d", a, set, i);
  }
}

#define SAME_CLASS(function) CHECK((function)(c) == model_##function(c), #function "(%d)", c)

static void check_classes(void) {
  for (int c = -1; c < 256; c++) {
    SAME_CLASS(isalnum);
    SAME_CLASS(isalpha);
    SAME_CLASS(isblank);
    SAME_CLASS(iscntrl);
    SAME_CLASS(isdigit);
    SAME_CLASS(isgraph);
    SAME_CLASS(islower);
    SAME_CLASS(isprint);
    SAME_CLASS(ispunct);
    SAME_CLASS(isspace);
    SAME_CLASS(isupper);
    SAME_CLASS(isxdigit);
    CHECK(tolower(c) == model_tolower(c) && toupper(c) == model_toupper(c), "%d", c);
    if (c < 128) {
      SAME_CLASS(iswalnum);
      SAME_CLASS(iswalpha);
      SAME_CLASS(iswblank);
      SAME_CLASS(iswcntrl);
      SAME_CLASS(iswdigit);
      SAME_CLASS(iswgraph);
      SAME_CLASS(iswlower);
      SAME_CLASS(iswprint);
      SAME_CLASS(iswpunct);
      SAME_CLASS(iswspace);
      SAME_CLASS(iswupper);
      SAME_CLASS(iswxdigit);
      CHECK(towupper((wint_t)c) == model_towupper((wint_t)c), "%d", c);
    }
  }
  for (int c = -128; c < 256; c++)
    CHECK((*__ctype_b_loc())[c] == (*model___ctype_b_loc())[c] &&
              (*__ctype_tolower_loc())[c] == (*model___ctype_tolower_loc())[c] &&
              (*__ctype_toupper_loc())[c] == (*model___ctype_toupper_loc())[c],
          "table at %d", c);
}

static int by_value(const void *a, const void *b) {
  return sign((*(const short *)a > *(const short *)b) - (*(const short *)a < *(const short *)b));
}

static void check_sorting(void) {
  short x[16], y[16], key = (short)(random_bits() % 8);
  size_t count = random_bits() % 17;
  for (size_t i = 0; i < count; i++)
    x[i] = y[i] = (short)(random_bits() % 8);
  size_t found = count;
  CHECK((lfind(&key, x, &found, 2, by_value) == NULL) ==
            (model_lfind(&key, x, &found, 2, by_value) == NULL),
        "lfind");
  qsort(x, count, sizeof *x, by_value);
  model_qsort(y, count, sizeof *y, by_value);
  CHECK(memcmp(x, y, count * sizeof *x) == 0, "qsort of %zu", count);
  short *p = bsearch(&key, x, count, sizeof *x, by_value);
  short *q = model_bsearch(&key, x, count, sizeof *x, by_value);
  CHECK(!p == !q && (!q || *q == key), "bsearch %d", key);
}

static void check_wide(const char *a, const char *b, size_t n) {
  wchar_t x[32], y[32], to[2][32] = {{0}, {0}};
  for (size_t i = 0; i <= LONGEST; i++) {
    x[i] = (unsigned char)a[i];
    y[i] = (unsigned char)b[i];
    if (!a[i])
      break;
  }
  for (size_t i = 0; i <= LONGEST; i++) {
    y[i] = (unsigned char)b[i];
    if (!b[i])
      break;
  }
  CHECK(wcslen(x) == model_wcslen(x) && sign(wcscmp(x, y)) == sign(model_wcscmp(x, y)), "%s", a);
  CHECK(wcsstr(x, y) == model_wcsstr(x, y) && wcsspn(x, y) == model_wcsspn(x, y), "%s %s", a, b);
  CHECK(wcsrchr(x, 'a') == model_wcsrchr(x, 'a'), "%s", a);
  wcsncpy(to[0], x, n);
  model_wcsncpy(to[1], x, n);
  CHECK(memcmp(to[0], to[1], sizeof to[0]) == 0, "wcsncpy(%s, %zu)", a, n);
}

void check_strings(void) {
  check_classes();
  for (int i = 0; i < 4000; i++) {
    char a[LONGEST + 1], b[LONGEST + 1];
    size_t n = random_bits() % 16;
    random_text(a);
    random_text(b);
    if (i % 2)
      b[random_bits() % 4] = 0;
    check_pair(a, b, "abB.\xe4"[random_bits() % 5], n);
    check_limited(a, b, n);
    check_parts(a, b);
    check_wide(a, b, n);
    check_sorting();
    uint64_t bits = random_bits() & (random_bits() << random_bits() % 64);
    CHECK(ffs((int)bits) == model_ffs((int)bits) && ffsl((long)bits) == model_ffsl((long)bits) &&
              ffsll((long long)bits) == model_ffsll((long long)bits),
          "%lx", (long)bits);
    char x[LONGEST], y[LONGEST];
    memset(x, 'x', LONGEST);
    memset(y, 'x', LONGEST);
    swab(a, x, (ssize_t)strlen(a));
    model_swab(a, y, (ssize_t)strlen(a));
    CHECK(memcmp(x, y, strlen(a) & ~(size_t)1) == 0, "swab %s", a);
  }
  char *block = malloc(10);
  strcpy(block, "123456789");
  block = model_realloc(block, 4000);
  CHECK(strcmp(block, "123456789") == 0, "realloc");
  CHECK(model_realloc(block, 0) == NULL, "realloc to nothing");
}
