// Classes of wide characters in the "C" locale: those of ASCII.
#include "cassay.h"
#include <string.h>
#include <wctype.h>

#define BETWEEN(c, low, high) ((c) - (low) <= (wint_t)((high) - (low)))

int iswdigit(wint_t c) { return BETWEEN(c, '0', '9'); }

int iswlower(wint_t c) { return BETWEEN(c, 'a', 'z'); }

int iswupper(wint_t c) { return BETWEEN(c, 'A', 'Z'); }

int iswalpha(wint_t c) { return BETWEEN(c | 32, 'a', 'z'); }

int iswalnum(wint_t c) { return iswdigit(c) || iswalpha(c); }

int iswxdigit(wint_t c) { return iswdigit(c) || BETWEEN(c | 32, 'a', 'f'); }

int iswblank(wint_t c) { return c == ' ' || c == '\t'; }

int iswspace(wint_t c) { return c == ' ' || BETWEEN(c, '\t', '\r'); }

int iswcntrl(wint_t c) { return c < 32 || c == 127; }

int iswprint(wint_t c) { return BETWEEN(c, 32, 126); }

int iswgraph(wint_t c) { return BETWEEN(c, 33, 126); }

int iswpunct(wint_t c) { return iswgraph(c) && !iswalnum(c); }

wint_t towlower(wint_t c) { return iswupper(c) ? c + 32 : c; }

wint_t towupper(wint_t c) { return iswlower(c) ? c - 32 : c; }

// A class is a number from 1 on, in the order of this table.
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
    return iswalnum(c);
  case 2:
    return iswalpha(c);
  case 3:
    return iswblank(c);
  case 4:
    return iswcntrl(c);
  case 5:
    return iswdigit(c);
  case 6:
    return iswgraph(c);
  case 7:
    return iswlower(c);
  case 8:
    return iswprint(c);
  case 9:
    return iswpunct(c);
  case 10:
    return iswspace(c);
  case 11:
    return iswupper(c);
  case 12:
    return iswxdigit(c);
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
