// Classes of wide characters in the "C" locale: those of ASCII, with the bits of glibc.
#include "cassay.h"
#include <string.h>
#include <wctype.h>

#define BETWEEN(c, low, high) ((c) - (low) <= (wint_t)((high) - (low)))

int iswdigit(wint_t c) { return BETWEEN(c, '0', '9'); }

int iswlower(wint_t c) { return BETWEEN(c, 'a', 'z') ? 512 : 0; }

int iswupper(wint_t c) { return BETWEEN(c, 'A', 'Z') ? 256 : 0; }

int iswalpha(wint_t c) { return BETWEEN(c | 32, 'a', 'z') ? 1024 : 0; }

int iswalnum(wint_t c) { return (iswdigit(c) || iswalpha(c)) ? 8 : 0; }

int iswxdigit(wint_t c) { return (iswdigit(c) || BETWEEN(c | 32, 'a', 'f')) ? 4096 : 0; }

int iswblank(wint_t c) { return (c == ' ' || c == '\t') ? 1 : 0; }

int iswspace(wint_t c) { return (c == ' ' || BETWEEN(c, '\t', '\r')) ? 8192 : 0; }

int iswcntrl(wint_t c) { return (c < 32 || c == 127) ? 2 : 0; }

int iswprint(wint_t c) { return BETWEEN(c, 32, 126) ? 16384 : 0; }

int iswgraph(wint_t c) { return BETWEEN(c, 33, 126) ? 32768 : 0; }

int iswpunct(wint_t c) { return (iswgraph(c) && !iswalnum(c)) ? 4 : 0; }

wint_t towlower(wint_t c) { return iswupper(c) ? c + 32 : c; }

wint_t towupper(wint_t c) { return iswlower(c) ? c - 32 : c; }

// A class is the position in this table, counted from 1.
static const char *const classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                      "lower", "print", "punct", "space", "upper", "xdigit"};

wctype_t wctype(const char *name) {
  for (unsigned i = 0; i < 12; i++)
    if (strcmp(name, classes[i]) == 0)
      return i + 1;
  return 0;
}

int iswctype(wint_t c, wctype_t class) {
  switch (class) {
  case 1:
    return iswalnum(c) != 0;
  case 2:
    return iswalpha(c) != 0;
  case 3:
    return iswblank(c) != 0;
  case 4:
    return iswcntrl(c) != 0;
  case 5:
    return iswdigit(c) != 0;
  case 6:
    return iswgraph(c) != 0;
  case 7:
    return iswlower(c) != 0;
  case 8:
    return iswprint(c) != 0;
  case 9:
    return iswpunct(c) != 0;
  case 10:
    return iswspace(c) != 0;
  case 11:
    return iswupper(c) != 0;
  case 12:
    return iswxdigit(c) != 0;
  default:
    return 0;
  }
}

static const int lower_mapping, upper_mapping;

wctrans_t wctrans(const char *name) {
  if (strcmp(name, "tolower") == 0)
    return &lower_mapping;
  return strcmp(name, "toupper") == 0 ? &upper_mapping : NULL;
}

wint_t towctrans(wint_t c, wctrans_t mapping) {
  return mapping == &lower_mapping ? towlower(c) : mapping == &upper_mapping ? towupper(c) : c;
}
