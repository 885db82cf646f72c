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
typedef __INT64_TYPE__ streamoff;

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

constexpr _Ios_Iostate operator|(_Ios_Iostate a, _Ios_Iostate b) {
  return _Ios_Iostate(int(a) | int(b));
}
constexpr _Ios_Openmode operator|(_Ios_Openmode a, _Ios_Openmode b) {
  return _Ios_Openmode(int(a) | int(b));
}

class locale {
public:
  class facet;
  class id;
  void *implementation;
  locale() noexcept;
  locale(const locale &) noexcept;
  ~locale() noexcept;
  locale(const locale &, const locale &, int);
  explicit locale(const char *);
  locale(const locale &, const char *, int);
  const locale &operator=(const locale &) noexcept;
  bool operator==(const locale &) const noexcept;
  __attribute__((abi_tag("cxx11"))) string name() const;
  static const locale &classic();
  static locale global(const locale &);
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
// What no character is.
template <class T> constexpr typename T::int_type no_character = (typename T::int_type)-1;

template <class C, class T> class basic_streambuf {
public:
  typedef typename T::int_type int_type;
  C *in_beg, *in_cur, *in_end, *out_beg, *out_cur, *out_end;
  locale locale_;

  virtual ~basic_streambuf();
  int_type sgetc() { return in_cur < in_end ? get(*in_cur) : underflow(); }
  int_type sbumpc() { return in_cur < in_end ? get(*in_cur++) : uflow(); }
  int_type snextc() {
    return sbumpc() == no_character<T> ? no_character<T> : sgetc();
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
  virtual int_type pbackfail(int_type = no_character<T>);
  virtual streamsize xsputn(const C *, streamsize);
  virtual int_type overflow(int_type = no_character<T>);
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
template <class C, class T>
basic_ostream<C, T> &operator<<(basic_ostream<C, T> &, const char *);

typedef basic_streambuf<char, char_traits<char>> streambuf;
typedef basic_ios<char, char_traits<char>> ios;
typedef basic_ostream<char, char_traits<char>> ostream;
typedef basic_istream<char, char_traits<char>> istream;
typedef basic_iostream<char, char_traits<char>> iostream;
typedef basic_streambuf<wchar_t, char_traits<wchar_t>> wstreambuf;
typedef basic_ios<wchar_t, char_traits<wchar_t>> wios;
typedef basic_ostream<wchar_t, char_traits<wchar_t>> wostream;
typedef basic_istream<wchar_t, char_traits<wchar_t>> wistream;
typedef basic_iostream<wchar_t, char_traits<wchar_t>> wiostream;

} // namespace std

// The buffers of the standard streams, by which streams are recognised that print nowhere or read any input.
extern "C" {
extern char __cassay_cxx_screen[128], __cassay_cxx_keyboard[128];
extern char __cassay_cxx_wide_screen[128], __cassay_cxx_wide_keyboard[128];
}

// What the place of a buffer's locale points to while the buffer is that of an open file: the element that is
// numbered with Reads, Writes or their sum.
extern "C" char __cassay_cxx_file_tags[4];

namespace std {
// Where this stands in place of a mode, the buffer of a file moves by as many characters as a number, a word or
// the like takes. The offset is -1 if that fails.
constexpr _Ios_Openmode some_characters = _Ios_Openmode(0);

enum { Reads = 1, Writes = 2 };
inline bool is_file_tag(const void *place) {
  return place == __cassay_cxx_file_tags + Reads || place == __cassay_cxx_file_tags + Writes ||
         place == __cassay_cxx_file_tags + (Reads | Writes);
}

template <class C, class T> basic_streambuf<C, T> *screen() {
  return (basic_streambuf<C, T> *)(sizeof(C) == 1 ? __cassay_cxx_screen : __cassay_cxx_wide_screen);
}
template <class C, class T> basic_streambuf<C, T> *keyboard() {
  return (basic_streambuf<C, T> *)(sizeof(C) == 1 ? __cassay_cxx_keyboard : __cassay_cxx_wide_keyboard);
}

// Whether what is read from the stream is any input: the keyboard, or a file.
template <class C, class T> bool reads_anything(const basic_istream<C, T> &stream) {
  const basic_streambuf<C, T> *from = stream.rdbuf();
  if (from == keyboard<C, T>())
    return true;
  const void *tag = from ? from->locale_.implementation : nullptr;
  return tag && (tag == __cassay_cxx_file_tags + Reads || tag == __cassay_cxx_file_tags + (Reads | Writes));
}

// Leaves an unknown number of characters out, and with them what was looked at before.
template <class C, class T> void consume_some(basic_streambuf<C, T> *from) {
  if (from == keyboard<C, T>())
    from->in_cur = from->in_end;
  else
    from->seekoff(0, cur, some_characters);
}

// Whether what is printed to the stream is shown nowhere.
template <class C, class T> bool prints_nowhere(const basic_ostream<C, T> &stream) {
  return stream.rdbuf() == screen<C, T>();
}

// Whether the stream writes to a file: nobody reads it back, but writing may fail.
template <class C, class T> bool prints_to_file(const basic_ostream<C, T> &stream) {
  const basic_streambuf<C, T> *into = stream.rdbuf();
  const void *tag = into ? into->locale_.implementation : nullptr;
  return tag && (tag == __cassay_cxx_file_tags + Writes || tag == __cassay_cxx_file_tags + (Reads | Writes));
}
} // namespace std

#endif
