// The facets of the classic locale that programs reach through the library's headers, with its layouts.
#ifndef CASSAY_STREAM_FACETS_HPP
#define CASSAY_STREAM_FACETS_HPP

#include "cxx/stream.hpp"

struct tm;

namespace std {

class locale::facet {
public:
  mutable int owners;

protected:
  explicit facet(size_t kept = 0) throw() : owners(kept ? 1 : 0) {}
  virtual ~facet();
};

class locale::id {
public:
  mutable size_t index;
};

class ctype_base {
public:
  typedef unsigned short mask;
};

template <class C> class ctype;
template <> class ctype<char> : public locale::facet, public ctype_base {
public:
  void *c_locale;
  bool owns_table;
  const int *upper, *lower;
  const mask *table;
  mutable char widen_ok, widened[256], narrowed[256], narrow_ok;

  static locale::id id;
  static const size_t table_size;
  explicit ctype(const mask * = nullptr, bool = false, size_t = 0);
  static const mask *classic_table() throw();
  void _M_widen_init() const;
  void _M_narrow_init() const;

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

// A place in the buffer of a stream.
template <class C, class T = char_traits<C>> class ostreambuf_iterator {
public:
  basic_streambuf<C, T> *buffer;
  bool failed;
};

template <class C, class I = ostreambuf_iterator<C>> class time_put : public locale::facet {
public:
  static locale::id id;
  explicit time_put(size_t kept = 0) : facet(kept) {}
  I put(I, ios_base &, C, const tm *, const C *, const C *) const;

  virtual ~time_put();
  virtual I do_put(I, ios_base &, C, const tm *, char, char) const;
};

template <class F> const F &use_facet(const locale &);
template <class F> bool has_facet(const locale &) throw();

} // namespace std

#endif
