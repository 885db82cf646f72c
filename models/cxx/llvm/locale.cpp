// The classic locale of libc++, which has one facet: the kinds of characters.
#include "cxx/llvm/stream.hpp"

extern "C" const unsigned short **__ctype_b_loc(void);

namespace std {
namespace __1 {

locale::locale() noexcept : implementation(nullptr) {}
locale::locale(const locale &other) noexcept : implementation(other.implementation) {}
locale::~locale() {}
const locale &locale::operator=(const locale &other) noexcept {
  implementation = other.implementation;
  return *this;
}
const locale &locale::classic() {
  static const locale *const instance = new (__cassay_object(sizeof(locale))) locale;
  return *instance;
}

locale::facet::~facet() {}
void locale::facet::__on_zero_shared() noexcept {}

template <class C> class ctype;
template <> class ctype<char> : public locale::facet {
public:
  const unsigned short *table;
  bool owns_table;
  static locale::id id;

  ctype(const unsigned short * = nullptr, bool = false, size_t = 0);
  static const unsigned short *classic_table() noexcept;
  virtual ~ctype();
  virtual char do_toupper(char) const;
  virtual const char *do_toupper(char *, const char *) const;
  virtual char do_tolower(char) const;
  virtual const char *do_tolower(char *, const char *) const;
  virtual char do_widen(char) const;
  virtual const char *do_widen(const char *, const char *, char *) const;
  virtual char do_narrow(char, char) const;
  virtual const char *do_narrow(const char *, const char *, char, char *) const;
};

locale::id ctype<char>::id;

ctype<char>::ctype(const unsigned short *with, bool owned, size_t)
    : table(with ? with : classic_table()), owns_table(with && owned) {}
ctype<char>::~ctype() {
  if (owns_table)
    delete[] table;
}
const unsigned short *ctype<char>::classic_table() noexcept { return *__ctype_b_loc(); }

char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }
char ctype<char>::do_widen(char c) const { return c; }
char ctype<char>::do_narrow(char c, char otherwise) const {
  return (unsigned char)c < 128 ? c : otherwise;
}

const char *ctype<char>::do_toupper(char *from, const char *to) const {
  for (; from != to; from++)
    *from = ctype::do_toupper(*from);
  return to;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const {
  for (; from != to; from++)
    *from = ctype::do_tolower(*from);
  return to;
}
const char *ctype<char>::do_widen(const char *from, const char *to, char *into) const {
  while (from != to)
    *into++ = *from++;
  return to;
}
const char *ctype<char>::do_narrow(const char *from, const char *to, char otherwise, char *into) const {
  while (from != to)
    *into++ = ctype::do_narrow(*from++, otherwise);
  return to;
}

namespace {
alignas(16) char characters[sizeof(ctype<char>)];
__attribute__((constructor(101))) void set_up() { new (characters) ctype<char>; }
} // namespace

bool locale::has_facet(id &of) const {
  if (&of != &ctype<char>::id)
    __cassay_unsupported("a facet of a locale other than std::ctype<char>");
  return true;
}

const locale::facet *locale::use_facet(id &of) const {
  if (has_facet(of))
    return (const ctype<char> *)characters;
  return nullptr;
}

} // namespace __1
} // namespace std
