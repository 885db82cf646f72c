// String streams. The buffer is the string's memory: what can be read ends where was written, and writing may
// go on up to the string's capacity.
#ifndef CASSAY_STREAM_SSTREAM_HPP
#define CASSAY_STREAM_SSTREAM_HPP

#include "cxx/stream.hpp"

namespace std {
inline namespace __cxx11 {

template <class C, class T, class A> class basic_stringbuf : public basic_streambuf<C, T> {
public:
  typedef typename T::int_type int_type;
  typedef basic_string<C, T, A> string_type;
  _Ios_Openmode mode;
  string_type text;

  basic_stringbuf();
  explicit basic_stringbuf(_Ios_Openmode);
  explicit basic_stringbuf(const string_type &, _Ios_Openmode);
  basic_stringbuf(basic_stringbuf &&);
  basic_stringbuf(const basic_stringbuf &) = delete;
  basic_stringbuf &operator=(basic_stringbuf &&);
  ~basic_stringbuf();
  string_type str() const;
  void str(const string_type &);
  void swap(basic_stringbuf &);
  void _M_sync(C *, size_t, size_t);
  void _M_stringbuf_init(_Ios_Openmode);

  // The part of the text that exists.
  size_t present() const;
  void take(basic_stringbuf &);
  // Makes room for as many more characters.
  void grow(size_t);
  // The greatest place that was read or written.
  void extend();

  streamsize showmanyc() override;
  int_type underflow() override;
  int_type pbackfail(int_type) override;
  int_type overflow(int_type) override;
  streamsize xsputn(const C *, streamsize) override;
  basic_streambuf<C, T> *setbuf(C *, streamsize) override;
  streampos seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode) override;
  streampos seekpos(streampos, _Ios_Openmode) override;
};

#define SELF basic_stringbuf<C, T, A>
#define MEMBER template <class C, class T, class A>

MEMBER size_t SELF::present() const {
  if (!this->out_cur)
    return text.length;
  C *end = this->in_end && this->in_end > this->out_cur ? this->in_end : this->out_cur;
  return (size_t)(end - text.start);
}

MEMBER void SELF::_M_sync(C *base, size_t read, size_t written) {
  C *end = base + text.length;
  if (mode & in) {
    this->in_beg = base;
    this->in_cur = base + read;
    this->in_end = end;
  } else if (mode & out) {
    // How far the text reaches.
    this->in_beg = end;
    this->in_cur = end;
    this->in_end = end;
  }
  if (mode & out) {
    this->out_beg = base;
    this->out_cur = base + written;
    this->out_end = base + text.present_capacity();
  }
}

MEMBER void SELF::_M_stringbuf_init(_Ios_Openmode with) {
  mode = with;
  _M_sync(text.start, 0, mode & (ate | app) ? text.length : 0);
}

MEMBER SELF::basic_stringbuf() : mode(in | out) { _M_stringbuf_init(mode); }
MEMBER SELF::basic_stringbuf(_Ios_Openmode with) : mode(with) { _M_stringbuf_init(with); }
MEMBER SELF::basic_stringbuf(const string_type &from, _Ios_Openmode with) : mode(with), text(from) {
  _M_stringbuf_init(with);
}
MEMBER SELF::basic_stringbuf(basic_stringbuf &&other) : mode(other.mode) { take(other); }
MEMBER SELF &SELF::operator=(basic_stringbuf &&other) {
  text.drop_text();
  mode = other.mode;
  take(other);
  return *this;
}
MEMBER SELF::~basic_stringbuf() { text.drop_text(); }

// Takes over text and places of another buffer, which is empty then. Its own text is gone already.
MEMBER void SELF::take(basic_stringbuf &other) {
  size_t read = other.in_cur && other.mode & in ? (size_t)(other.in_cur - other.in_beg) : 0;
  size_t written = other.out_cur ? (size_t)(other.out_cur - other.out_beg) : 0;
  size_t length = other.present();
  if (other.text.start == other.text.local) {
    text.start = text.local;
    __builtin_memcpy(text.local, other.text.local, sizeof text.local);
  } else {
    text.start = other.text.start;
    text.capacity = other.text.capacity;
  }
  text.length = length;
  other.text.start = other.text.local;
  other.text.length = 0;
  other.text.local[0] = 0;
  other._M_sync(other.text.start, 0, 0);
  _M_sync(text.start, read, written);
}

MEMBER void SELF::swap(basic_stringbuf &other) {
  basic_stringbuf held((basic_stringbuf &&)other);
  other = (basic_stringbuf &&)*this;
  *this = (basic_stringbuf &&)held;
}

MEMBER typename SELF::string_type SELF::str() const {
  string_type result;
  result.assign_text(text.start, present());
  return result;
}

MEMBER void SELF::str(const string_type &from) {
  text.assign_text(from.start, from.length);
  _M_stringbuf_init(mode);
}

MEMBER void SELF::extend() {
  if (!this->out_cur || this->out_cur <= this->in_end)
    return;
  if (mode & in) {
    this->in_end = this->out_cur;
  } else {
    this->in_beg = this->out_cur;
    this->in_cur = this->out_cur;
    this->in_end = this->out_cur;
  }
}

MEMBER streamsize SELF::showmanyc() {
  if (!(mode & in))
    return -1;
  extend();
  return this->in_end - this->in_cur;
}

MEMBER typename SELF::int_type SELF::underflow() {
  if (!(mode & in))
    return no_character<T>;
  extend();
  return this->in_cur < this->in_end ? this->get(*this->in_cur) : no_character<T>;
}

MEMBER typename SELF::int_type SELF::pbackfail(int_type c) {
  if (this->in_beg >= this->in_cur)
    return no_character<T>;
  if (c == no_character<T>) {
    this->in_cur--;
    return 0;
  }
  bool same = this->in_cur[-1] == (C)c;
  if (!same && !(mode & out))
    return no_character<T>;
  this->in_cur--;
  *this->in_cur = (C)c;
  return c;
}

MEMBER void SELF::grow(size_t more) {
  size_t written = (size_t)(this->out_cur - this->out_beg), length = present();
  size_t read = mode & in ? (size_t)(this->in_cur - this->in_beg) : 0;
  size_t capacity = text.present_capacity();
  size_t wanted = capacity < 256 ? 512 : 2 * capacity;
  if (wanted < written + more)
    wanted = written + more;
  C *into = (C *)::operator new((wanted + 1) * sizeof(C));
  __builtin_memcpy(into, text.start, length * sizeof(C));
  text.drop_text();
  text.start = into;
  text.capacity = wanted;
  text.length = length;
  _M_sync(into, read, written);
}

MEMBER typename SELF::int_type SELF::overflow(int_type c) {
  if (!(mode & out))
    return no_character<T>;
  if (c == no_character<T>)
    return 0;
  if (this->out_cur >= this->out_end)
    grow(1);
  *this->out_cur++ = (C)c;
  return c;
}

MEMBER streamsize SELF::xsputn(const C *from, streamsize count) {
  if (!(mode & out) || count <= 0)
    return 0;
  if (this->out_end - this->out_cur < count)
    grow((size_t)count);
  __builtin_memcpy(this->out_cur, from, (size_t)count * sizeof(C));
  this->out_cur += count;
  return count;
}

MEMBER basic_streambuf<C, T> *SELF::setbuf(C *, streamsize) { return this; }

MEMBER streampos SELF::seekoff(streamoff by, _Ios_Seekdir from, _Ios_Openmode which) {
  bool reads = which & mode & in, writes = which & mode & out;
  bool both = reads && writes;
  if ((which & (in | out)) == (in | out) && !both)
    reads = writes = false;
  if (!(reads || writes) || (both && from == cur))
    return {-1, {}};
  extend();
  C *base = text.start;
  streamoff length = (streamoff)present();
  streamoff start = from == beg ? 0 : from == end ? length : reads ? this->in_cur - base : this->out_cur - base;
  streamoff to = start + by;
  if (to < 0 || to > length)
    return {-1, {}};
  if (reads)
    this->in_cur = base + to;
  if (writes)
    this->out_cur = base + to;
  return {to, {}};
}

MEMBER streampos SELF::seekpos(streampos to, _Ios_Openmode which) {
  return seekoff(to.offset, beg, which);
}

#define STREAM(name, base, plain_mode, default_mode)                                                           \
  template <class C, class T, class A> class name : public base<C, T> {                            \
  public:                                                                                          \
    typedef basic_string<C, T, A> string_type;                                                     \
    basic_stringbuf<C, T, A> kept;                                                                 \
    name();                                                                                        \
    explicit name(_Ios_Openmode);                                                                  \
    explicit name(const string_type &, _Ios_Openmode);                                             \
    name(name &&);                                                                                 \
    name(const name &) = delete;                                                                   \
    name &operator=(name &&);                                                                      \
    ~name();                                                                                       \
    void swap(name &);                                                                             \
    basic_stringbuf<C, T, A> *rdbuf() const;                                                       \
    string_type str() const;                                                                       \
    void str(const string_type &);                                                                 \
  };                                                                                               \
  MEMBER name<C, T, A>::name() : kept(plain_mode) { this->init(&kept); }                         \
  MEMBER name<C, T, A>::name(_Ios_Openmode with) : kept(with | default_mode) { this->init(&kept); } \
  MEMBER name<C, T, A>::name(const string_type &from, _Ios_Openmode with)                          \
      : kept(from, with | default_mode) {                                                          \
    this->init(&kept);                                                                             \
  }                                                                                                \
  MEMBER name<C, T, A>::name(name &&other)                                                         \
      : base<C, T>((base<C, T> &&)other), kept((basic_stringbuf<C, T, A> &&)other.kept) {          \
    this->set_rdbuf(&kept);                                                                        \
  }                                                                                                \
  MEMBER name<C, T, A> &name<C, T, A>::operator=(name &&other) {                                   \
    base<C, T>::swap(other);                                                                       \
    kept = (basic_stringbuf<C, T, A> &&)other.kept;                                                \
    return *this;                                                                                  \
  }                                                                                                \
  MEMBER name<C, T, A>::~name() {}                                                                 \
  MEMBER void name<C, T, A>::swap(name &other) {                                                   \
    base<C, T>::swap(other);                                                                       \
    kept.swap(other.kept);                                                                         \
  }                                                                                                \
  MEMBER basic_stringbuf<C, T, A> *name<C, T, A>::rdbuf() const {                                  \
    return const_cast<basic_stringbuf<C, T, A> *>(&kept);                                          \
  }                                                                                                \
  MEMBER typename name<C, T, A>::string_type name<C, T, A>::str() const { return kept.str(); }     \
  MEMBER void name<C, T, A>::str(const string_type &from) { kept.str(from); }

STREAM(basic_ostringstream, basic_ostream, out, out)
STREAM(basic_istringstream, basic_istream, in, in)
STREAM(basic_stringstream, basic_iostream, in | out, _Ios_Openmode(0))

// Instantiates what the library's headers declare as instantiated.
#define STRING_STREAMS_OF(C)                                                                       \
  template class basic_stringbuf<C, char_traits<C>, allocator<C>>;                                 \
  template class basic_ostringstream<C, char_traits<C>, allocator<C>>;                             \
  template class basic_istringstream<C, char_traits<C>, allocator<C>>;                             \
  template class basic_stringstream<C, char_traits<C>, allocator<C>>;

#undef STREAM
#undef MEMBER
#undef SELF

} // namespace __cxx11
} // namespace std

#endif
