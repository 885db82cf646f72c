// Declarations of the streams of the C++ library, with the layouts, the virtual functions and the mangled names
// of libstdc++.
//
// The standard streams have buffers of their own: what is printed is not formatted, and what is read is any
// input. Other streams convert text and numbers like the library does in the classic locale.
#ifndef CASSAY_STREAM_HPP
#define CASSAY_STREAM_HPP

#include "cxx/system_error.hpp"

typedef struct {
  int count;
  unsigned value;
} __mbstate_t;

namespace std {

typedef ptrdiff_t streamsize;
typedef long streamoff;

template <class S> class fpos {
public:
  streamoff offset;
  S state;
};
typedef fpos<__mbstate_t> streampos;

enum _Ios_Fmtflags : int {
  boolalpha = 1 << 0,
  dec = 1 << 1,
  fixed = 1 << 2,
  hex = 1 << 3,
  internal = 1 << 4,
  left = 1 << 5,
  oct = 1 << 6,
  right = 1 << 7,
  scientific = 1 << 8,
  showbase = 1 << 9,
  showpoint = 1 << 10,
  showpos = 1 << 11,
  skipws = 1 << 12,
  unitbuf = 1 << 13,
  uppercase = 1 << 14,
  basefield = dec | oct | hex,
  floatfield = fixed | scientific,
  adjustfield = left | right | internal
};
enum _Ios_Openmode : int { app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32 };
enum _Ios_Seekdir : int { beg = 0, cur = 1, end = 2 };
enum _Ios_Iostate : int { goodbit = 0, badbit = 1, eofbit = 2, failbit = 4 };

inline _Ios_Iostate operator|(_Ios_Iostate a, _Ios_Iostate b) {
  return _Ios_Iostate(int(a) | int(b));
}
inline _Ios_Openmode operator|(_Ios_Openmode a, _Ios_Openmode b) {
  return _Ios_Openmode(int(a) | int(b));
}

class locale {
public:
  void *implementation;
  locale() noexcept;
  locale(const locale &) noexcept;
  ~locale() noexcept;
  const locale &operator=(const locale &) noexcept;
  static const locale &classic();
};

class ios_base {
public:
  streamsize precision_, width_;
  _Ios_Fmtflags flags_;
  _Ios_Iostate exceptions_, state_;
  void *callbacks;
  void *word_zero[2];
  void *local_words[16];
  int word_count;
  void *words;
  locale locale_;

  // Sets up the standard streams; they need none here.
  class Init {
  public:
    Init();
    ~Init();
    Init(const Init &);
    Init &operator=(const Init &);
  };

  class __attribute__((abi_tag("cxx11"))) failure : public system_error {
  public:
    explicit failure(const string &);
    explicit failure(const string &, const error_code &);
    explicit failure(const char *, const error_code &);
    virtual ~failure();
    virtual const char *what() const noexcept;
  };

  virtual ~ios_base();
  locale getloc() const;
  static bool sync_with_stdio(bool);
  static int xalloc() noexcept;

protected:
  ios_base() noexcept;
  void _M_init() noexcept;
};

// What differs between narrow and wide streams.
template <class C> struct char_traits {
  typedef int int_type;
};
template <> struct char_traits<wchar_t> {
  typedef unsigned int_type;
};

template <class C, class T> class basic_streambuf {
public:
  typedef typename T::int_type int_type;
  C *in_beg, *in_cur, *in_end, *out_beg, *out_cur, *out_end;
  locale locale_;

  virtual ~basic_streambuf();
  int_type sgetc() { return in_cur < in_end ? get(*in_cur) : underflow(); }
  int_type sbumpc() { return in_cur < in_end ? get(*in_cur++) : uflow(); }
  int_type snextc() {
    return sbumpc() == -1 ? -1 : sgetc();
  }
  int_type sputc(C c) { return out_cur < out_end ? get(*out_cur++ = c) : overflow(get(c)); }
  static int_type get(C c) { return sizeof(C) == 1 ? (int_type)(unsigned char)c : (int_type)c; }

protected:
  basic_streambuf();
  basic_streambuf(const basic_streambuf &);
  basic_streambuf &operator=(const basic_streambuf &);

public:
  virtual void imbue(const locale &);
  virtual basic_streambuf *setbuf(C *, streamsize);
  virtual streampos seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode = in | out);
  virtual streampos seekpos(streampos, _Ios_Openmode = in | out);
  virtual int sync();
  virtual streamsize showmanyc();
  virtual streamsize xsgetn(C *, streamsize);
  virtual int_type underflow();
  virtual int_type uflow();
  virtual int_type pbackfail(int_type = -1);
  virtual streamsize xsputn(const C *, streamsize);
  virtual int_type overflow(int_type = -1);
};

template <class C, class T> class basic_ostream;
template <class C, class T> class basic_istream;

template <class C, class T> class basic_ios : public ios_base {
public:
  basic_ostream<C, T> *tie_;
  mutable C fill_;
  mutable bool fill_known;
  basic_streambuf<C, T> *buffer;
  const void *ctype, *num_put, *num_get;

  explicit basic_ios(basic_streambuf<C, T> *);
  virtual ~basic_ios();
  void clear(_Ios_Iostate = goodbit);
  void setstate(_Ios_Iostate);
  _Ios_Iostate exceptions() const;
  void exceptions(_Ios_Iostate);
  basic_streambuf<C, T> *rdbuf() const;
  basic_streambuf<C, T> *rdbuf(basic_streambuf<C, T> *);
  basic_ostream<C, T> *tie() const;
  basic_ostream<C, T> *tie(basic_ostream<C, T> *);
  C fill() const;
  C fill(C);
  C widen(char) const;
  char narrow(C, char) const;
  locale imbue(const locale &);
  basic_ios &copyfmt(const basic_ios &);

protected:
  basic_ios();
  void init(basic_streambuf<C, T> *);
  void move(basic_ios &);
  void swap(basic_ios &) noexcept;
  void set_rdbuf(basic_streambuf<C, T> *);
  friend struct standard;
};

template <class C, class T> class basic_ostream : virtual public basic_ios<C, T> {
public:
  explicit basic_ostream(basic_streambuf<C, T> *);
  virtual ~basic_ostream();

  class sentry {
    bool ok;
    basic_ostream &stream;

  public:
    explicit sentry(basic_ostream &);
    ~sentry();
  };

  basic_ostream &operator<<(basic_ostream &(*)(basic_ostream &));
  basic_ostream &operator<<(basic_ios<C, T> &(*)(basic_ios<C, T> &));
  basic_ostream &operator<<(ios_base &(*)(ios_base &));
  basic_ostream &operator<<(long);
  basic_ostream &operator<<(unsigned long);
  basic_ostream &operator<<(bool);
  basic_ostream &operator<<(short);
  basic_ostream &operator<<(unsigned short);
  basic_ostream &operator<<(int);
  basic_ostream &operator<<(unsigned);
  basic_ostream &operator<<(long long);
  basic_ostream &operator<<(unsigned long long);
  basic_ostream &operator<<(double);
  basic_ostream &operator<<(float);
  basic_ostream &operator<<(long double);
  basic_ostream &operator<<(const void *);
  basic_ostream &operator<<(nullptr_t);
  basic_ostream &operator<<(basic_streambuf<C, T> *);
  basic_ostream &put(C);
  basic_ostream &write(const C *, streamsize);
  basic_ostream &flush();
  streampos tellp();
  basic_ostream &seekp(streampos);
  basic_ostream &seekp(streamoff, _Ios_Seekdir);
  template <class V> basic_ostream &_M_insert(V);
  void _M_write(const C *, streamsize);

protected:
  basic_ostream();
  basic_ostream(basic_ostream &&);
  basic_ostream(const basic_ostream &) = delete;
  basic_ostream &operator=(const basic_ostream &) = delete;
  basic_ostream &operator=(basic_ostream &&);
  void swap(basic_ostream &);
};

template <class C, class T> class basic_istream : virtual public basic_ios<C, T> {
public:
  streamsize count;

  typedef typename T::int_type int_type;
  explicit basic_istream(basic_streambuf<C, T> *);
  virtual ~basic_istream();

  class sentry {
  public:
    bool ok;
    explicit sentry(basic_istream &, bool = false);
  };

  basic_istream &operator>>(basic_istream &(*)(basic_istream &));
  basic_istream &operator>>(basic_ios<C, T> &(*)(basic_ios<C, T> &));
  basic_istream &operator>>(ios_base &(*)(ios_base &));
  basic_istream &operator>>(bool &);
  basic_istream &operator>>(short &);
  basic_istream &operator>>(unsigned short &);
  basic_istream &operator>>(int &);
  basic_istream &operator>>(unsigned &);
  basic_istream &operator>>(long &);
  basic_istream &operator>>(unsigned long &);
  basic_istream &operator>>(long long &);
  basic_istream &operator>>(unsigned long long &);
  basic_istream &operator>>(float &);
  basic_istream &operator>>(double &);
  basic_istream &operator>>(long double &);
  basic_istream &operator>>(void *&);
  streamsize gcount() const;
  int_type get();
  basic_istream &get(C &);
  basic_istream &get(C *, streamsize, C);
  basic_istream &get(C *, streamsize);
  basic_istream &getline(C *, streamsize, C);
  basic_istream &getline(C *, streamsize);
  basic_istream &ignore(streamsize, int_type);
  basic_istream &ignore(streamsize);
  basic_istream &ignore();
  int_type peek();
  basic_istream &read(C *, streamsize);
  streamsize readsome(C *, streamsize);
  basic_istream &putback(C);
  basic_istream &unget();
  int sync();
  streampos tellg();
  basic_istream &seekg(streampos);
  basic_istream &seekg(streamoff, _Ios_Seekdir);
  template <class V> basic_istream &_M_extract(V &);

protected:
  basic_istream();
  basic_istream(basic_istream &&);
  basic_istream(const basic_istream &) = delete;
  basic_istream &operator=(const basic_istream &) = delete;
  basic_istream &operator=(basic_istream &&);
  void swap(basic_istream &);
};

template <class C, class T>
class basic_iostream : public basic_istream<C, T>, public basic_ostream<C, T> {
public:
  explicit basic_iostream(basic_streambuf<C, T> *);
  virtual ~basic_iostream();

protected:
  basic_iostream();
  basic_iostream(basic_iostream &&);
  basic_iostream(const basic_iostream &) = delete;
  basic_iostream &operator=(const basic_iostream &) = delete;
  basic_iostream &operator=(basic_iostream &&);
  void swap(basic_iostream &);
};

template <class C, class T>
basic_ostream<C, T> &__ostream_insert(basic_ostream<C, T> &, const C *, streamsize);

typedef basic_streambuf<char, char_traits<char>> streambuf;
typedef basic_ios<char, char_traits<char>> ios;
typedef basic_ostream<char, char_traits<char>> ostream;
typedef basic_istream<char, char_traits<char>> istream;
typedef basic_iostream<char, char_traits<char>> iostream;

} // namespace std

// The buffers of the standard streams, by which streams are recognised that print nowhere or read any input.
extern "C" {
extern char __cassay_cxx_screen[128], __cassay_cxx_keyboard[128];
}
inline std::streambuf *screen() { return (std::streambuf *)__cassay_cxx_screen; }
inline std::streambuf *keyboard() { return (std::streambuf *)__cassay_cxx_keyboard; }

#endif
