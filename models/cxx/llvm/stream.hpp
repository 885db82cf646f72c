// Declarations of the streams of libc++, with its layouts, virtual functions and mangled names: what cxx/stream.hpp is
// for libstdc++. The models of output of both libraries are one text, which uses the names that both headers
// declare.
#ifndef CASSAY_STREAM_HPP
#define CASSAY_STREAM_HPP

#include "cxx/llvm/system_error.hpp"

typedef struct {
  int count;
  unsigned value;
} __mbstate_t;

namespace std {
namespace __1 {

typedef ptrdiff_t streamsize;
typedef long long streamoff;

template <class S> class fpos {
public:
  S state;
  streamoff offset;
  fpos(streamoff at, S with) : state(with), offset(at) {}
};
typedef fpos<__mbstate_t> streampos;

typedef unsigned _Ios_Fmtflags;
const _Ios_Fmtflags boolalpha = 1 << 0, dec = 1 << 1, fixed = 1 << 2, hex = 1 << 3, internal = 1 << 4,
                    left = 1 << 5, oct = 1 << 6, right = 1 << 7, scientific = 1 << 8,
                    showbase = 1 << 9, showpoint = 1 << 10, showpos = 1 << 11, skipws = 1 << 12,
                    unitbuf = 1 << 13, uppercase = 1 << 14, basefield = dec | oct | hex,
                    floatfield = fixed | scientific, adjustfield = left | right | internal;
typedef unsigned _Ios_Openmode;
const _Ios_Openmode app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
typedef unsigned _Ios_Iostate;
const _Ios_Iostate goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;

class locale {
public:
  void *implementation;
  locale() noexcept;
  locale(const locale &) noexcept;
  ~locale();
  const locale &operator=(const locale &) noexcept;
  static const locale &classic();

  class facet : public __shared_count {
  public:
    facet() : __shared_count(0) {}
    virtual ~facet();
    void __on_zero_shared() noexcept override;
  };
  struct id {
    unsigned long once;
    int number;
  };
  const facet *use_facet(id &) const;
  bool has_facet(id &) const;
};

class ios_base {
public:
  _Ios_Fmtflags flags_;
  streamsize precision_, width_;
  _Ios_Iostate state_, exceptions_;
  void *buffer_;
  locale locale_;
  void *functions;
  int *indices;
  size_t function_count, function_room;
  long *integers;
  size_t integer_count, integer_room;
  void **pointers;
  size_t pointer_count, pointer_room;

  enum seekdir { beg, cur, end };
  enum event { erase_event, imbue_event, copyfmt_event };
  class failure;
  class Init {
  public:
    Init();
    ~Init();
  };

  virtual ~ios_base();
  void init(void *);
  void clear(unsigned = goodbit);
  locale imbue(const locale &);
  locale getloc() const;
  static int xalloc();
  static bool sync_with_stdio(bool);
  void __set_badbit_and_consider_rethrow();
  void __set_failbit_and_consider_rethrow();
  void __call_callbacks(event);
  void copyfmt(const ios_base &);
  void move(ios_base &);
  void swap(ios_base &) noexcept;

protected:
  ios_base() {}
};
typedef ios_base::seekdir _Ios_Seekdir;
const _Ios_Seekdir beg = ios_base::beg, cur = ios_base::cur, end = ios_base::end;

class ios_base::failure : public system_error {
public:
  explicit failure(const string &, const error_code &);
  explicit failure(const char *, const error_code &);
  ~failure() noexcept override;
};

template <> struct char_traits<char> {
  typedef int int_type;
};

template <class C, class T> class basic_streambuf {
public:
  typedef typename T::int_type int_type;
  locale locale_;
  C *in_beg, *in_cur, *in_end, *out_beg, *out_cur, *out_end;

  virtual ~basic_streambuf();
  int_type sgetc() { return in_cur < in_end ? get(*in_cur) : underflow(); }
  int_type sbumpc() { return in_cur < in_end ? get(*in_cur++) : uflow(); }
  int_type snextc() { return sbumpc() == -1 ? -1 : sgetc(); }
  int_type sputc(C c) { return out_cur < out_end ? get(*out_cur++ = c) : overflow(get(c)); }
  static int_type get(C c) { return (int_type)(unsigned char)c; }

protected:
  basic_streambuf();
  basic_streambuf(const basic_streambuf &);
  basic_streambuf &operator=(const basic_streambuf &);
  void swap(basic_streambuf &other) {
    basic_streambuf held(*this);
    *this = other;
    other = held;
  }

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

template <class C, class T> class basic_ios : public ios_base {
public:
  basic_ostream<C, T> *tie_;
  // Minus one until it is asked for.
  mutable int fill_;

  ~basic_ios() override;
  basic_ios &copyfmt(const basic_ios &);
  void setstate(_Ios_Iostate state) { this->clear(this->state_ | state); }
  basic_streambuf<C, T> *rdbuf() const { return (basic_streambuf<C, T> *)this->buffer_; }
  basic_ostream<C, T> *tie() const { return tie_; }
  void tie(basic_ostream<C, T> *with) { tie_ = with; }
  C fill() const {
    if (fill_ == -1)
      fill_ = ' ';
    return (C)fill_;
  }

protected:
  basic_ios() {}
  void init(basic_streambuf<C, T> *with) {
    ios_base::init(with);
    tie_ = nullptr;
    fill_ = -1;
  }
  void move(basic_ios &other) {
    ios_base::move(other);
    tie_ = other.tie_;
    other.tie_ = nullptr;
    fill_ = other.fill_;
  }
  void swap(basic_ios &other) noexcept {
    ios_base::swap(other);
    basic_ostream<C, T> *tied = tie_;
    tie_ = other.tie_;
    other.tie_ = tied;
    int with = fill_;
    fill_ = other.fill_;
    other.fill_ = with;
  }
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

// Only what the models of input use; the rest of it is compiled from the headers of libc++.
template <class C, class T> class basic_istream : virtual public basic_ios<C, T> {
public:
  streamsize count;
  virtual ~basic_istream();

  class sentry {
  public:
    bool ok;
    explicit sentry(basic_istream &, bool = false);
  };

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
  basic_istream &ignore(streamsize, int);
  basic_istream &read(C *, streamsize);
};

template <class C, class T>
basic_ostream<C, T> &__ostream_insert(basic_ostream<C, T> &, const C *, streamsize);

typedef basic_streambuf<char, char_traits<char>> streambuf;
typedef basic_ios<char, char_traits<char>> ios;
typedef basic_ostream<char, char_traits<char>> ostream;
typedef basic_istream<char, char_traits<char>> istream;

} // namespace __1
} // namespace std

// The buffers of the standard streams, by which streams are recognised that print nowhere or read any input.
extern "C" {
extern char __cassay_cxx_screen[128], __cassay_cxx_keyboard[128];
}
inline std::__1::streambuf *screen() { return (std::__1::streambuf *)__cassay_cxx_screen; }
inline std::__1::streambuf *keyboard() { return (std::__1::streambuf *)__cassay_cxx_keyboard; }

#endif
