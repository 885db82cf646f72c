// Classes of characters in the classic locale.
#include "cxx/stream/facets.hpp"

extern "C" {
const unsigned short **__ctype_b_loc(void);
int toupper(int);
int tolower(int);
}

namespace std {

locale::facet::~facet() {}

locale::id ctype<char>::id;
const size_t ctype<char>::table_size = 256;

// The tables of upper and lower letters are not used by the library's headers.
ctype<char>::ctype(const mask *with, bool owned, size_t kept)
    : facet(kept), c_locale(nullptr), owns_table(with && owned), upper(nullptr), lower(nullptr),
      table(with ? with : classic_table()), widen_ok(0), narrow_ok(0) {
  // What is not known yet is zero.
  __builtin_memset(widened, 0, sizeof widened);
  __builtin_memset(narrowed, 0, sizeof narrowed);
}
ctype<char>::~ctype() {
  if (owns_table)
    ::operator delete[]((void *)table);
}
const ctype_base::mask *ctype<char>::classic_table() throw() { return *__ctype_b_loc(); }

// Narrow and wide characters are the same. The functions that convert many at once look at these marks.
void ctype<char>::_M_widen_init() const {
  for (int c = 0; c < 256; c++)
    widened[c] = (char)c;
  widen_ok = 1;
}
void ctype<char>::_M_narrow_init() const {
  for (int c = 0; c < 256; c++)
    narrowed[c] = (char)c;
  narrow_ok = 1;
}

char ctype<char>::do_toupper(char c) const { return (char)::toupper((unsigned char)c); }
char ctype<char>::do_tolower(char c) const { return (char)::tolower((unsigned char)c); }
char ctype<char>::do_widen(char c) const { return c; }
char ctype<char>::do_narrow(char c, char) const { return c; }

const char *ctype<char>::do_toupper(char *from, const char *to) const {
  for (; from < to; from++)
    *from = do_toupper(*from);
  return to;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const {
  for (; from < to; from++)
    *from = do_tolower(*from);
  return to;
}
const char *ctype<char>::do_widen(const char *from, const char *to, char *into) const {
  for (; from < to; from++)
    *into++ = *from;
  return to;
}
const char *ctype<char>::do_narrow(const char *from, const char *to, char, char *into) const {
  for (; from < to; from++)
    *into++ = *from;
  return to;
}

template <> const ctype<char> &use_facet<ctype<char>>(const locale &from) {
  static const ctype<char> *const classic = new (__cassay_object(sizeof(ctype<char>))) ctype<char>;
  if (from.implementation)
    __cassay_unsupported("classes of characters in a locale other than the classic one");
  return *classic;
}
template <> bool has_facet<ctype<char>>(const locale &) throw() { return true; }
} // namespace std
