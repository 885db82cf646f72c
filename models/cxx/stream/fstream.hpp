// File streams. Nothing is known about files: opening any of them may fail, what is read is any input, writing
// may fail, and nobody keeps what was written. The place in the file is known as long as only single characters
// and blocks are read and written.
#ifndef CASSAY_STREAM_FSTREAM_HPP
#define CASSAY_STREAM_FSTREAM_HPP

#include "cxx/stream.hpp"

namespace std {

template <class C, class T> class basic_filebuf : public basic_streambuf<C, T> {
public:
  typedef typename T::int_type int_type;
  bool open_, place_known;
  _Ios_Openmode mode;
  // The place in the file of the first character of the buffer, which holds one character at most.
  streamoff place;
  C next;
  // The library's buffer is larger.
  char rest[(sizeof(void *) == 8 ? 240 : sizeof(C) == 1 ? 136 : 140) - 8 * sizeof(void *) - 16 - sizeof(C)];

  basic_filebuf();
  basic_filebuf(const basic_filebuf &) = delete;
  basic_filebuf(basic_filebuf &&);
  basic_filebuf &operator=(const basic_filebuf &) = delete;
  basic_filebuf &operator=(basic_filebuf &&);
  ~basic_filebuf();
  void swap(basic_filebuf &);
  bool is_open() const noexcept;
  basic_filebuf *open(const char *, _Ios_Openmode);
  basic_filebuf *open(const string &, _Ios_Openmode);
  basic_filebuf *close();

  // The streams recognise an open buffer, unless a class derived from this one may do its own reading.
  void mark(bool);
  void take(basic_filebuf &);
  // Leaves the buffer without a character, at the place that its next one had.
  void settle();
  int_type offer(C);
  bool reads() const { return open_ && mode & in; }
  bool writes() const { return open_ && mode & (out | app); }

  streamsize showmanyc() override;
  int_type underflow() override;
  int_type pbackfail(int_type) override;
  int_type overflow(int_type) override;
  basic_streambuf<C, T> *setbuf(C *, streamsize) override;
  streampos seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode) override;
  streampos seekpos(streampos, _Ios_Openmode) override;
  int sync() override;
  void imbue(const locale &) override;
  streamsize xsgetn(C *, streamsize) override;
  streamsize xsputn(const C *, streamsize) override;
};

namespace {
inline bool output_fails() { return __cassay_any_bool("output fails"); }

// The modes in which the library opens files.
inline bool is_mode(_Ios_Openmode mode) {
  switch (mode & (in | out | trunc | app)) {
  case out:
  case out | trunc:
  case out | app:
  case app:
  case in:
  case in | out:
  case in | out | trunc:
  case in | out | app:
  case in | app:
    return true;
  default:
    return false;
  }
}
} // namespace

#define SELF basic_filebuf<C, T>
#define MEMBER template <class C, class T>

MEMBER SELF::basic_filebuf() : open_(false), place_known(false), mode(_Ios_Openmode(0)), place(0), next() {}
MEMBER SELF::basic_filebuf(basic_filebuf &&other) : basic_filebuf() { take(other); }
MEMBER SELF &SELF::operator=(basic_filebuf &&other) {
  close();
  take(other);
  return *this;
}
MEMBER SELF::~basic_filebuf() { close(); }

MEMBER void SELF::take(basic_filebuf &other) {
  other.settle();
  settle();
  open_ = other.open_;
  place_known = other.place_known;
  mode = other.mode;
  place = other.place;
  mark(open_);
  other.open_ = false;
  other.mark(false);
}

MEMBER void SELF::swap(basic_filebuf &other) {
  basic_filebuf held((basic_filebuf &&)other);
  other.take(*this);
  take(held);
}

MEMBER bool SELF::is_open() const noexcept { return open_; }

MEMBER void SELF::mark(bool marked) {
  // The class of the whole object is known by its table of virtual functions.
  static const basic_filebuf *const plain = new (__cassay_object(sizeof(basic_filebuf))) basic_filebuf;
  bool derived = *(void **)this != *(void *const *)plain;
  int which = (reads() ? Reads : 0) | (writes() ? Writes : 0);
  this->locale_.implementation = marked && !derived && which ? __cassay_cxx_file_tags + which : nullptr;
}

MEMBER SELF *SELF::open(const char *path, _Ios_Openmode with) {
  (void)strlen(path);
  if (open_ || !is_mode(with) || __cassay_any_bool("the file cannot be opened"))
    return nullptr;
  open_ = true;
  mode = with;
  place = 0;
  place_known = !(with & (ate | app));
  this->in_beg = this->in_cur = this->in_end = nullptr;
  mark(true);
  return this;
}
MEMBER SELF *SELF::open(const string &path, _Ios_Openmode with) { return open(path.start, with); }

MEMBER SELF *SELF::close() {
  if (!open_)
    return nullptr;
  settle();
  open_ = false;
  mark(false);
  return __cassay_any_bool("closing fails") ? nullptr : this;
}

MEMBER void SELF::settle() {
  place += this->in_cur - this->in_beg;
  this->in_beg = this->in_cur = this->in_end = nullptr;
}

MEMBER typename SELF::int_type SELF::offer(C c) {
  next = c;
  this->in_beg = this->in_cur = &next;
  this->in_end = &next + 1;
  return this->get(c);
}

MEMBER typename SELF::int_type SELF::underflow() {
  if (!reads())
    return no_character<T>;
  if (this->in_cur < this->in_end)
    return this->get(*this->in_cur);
  settle();
  if (__cassay_any_bool("end of the file"))
    return no_character<T>;
  C c;
  __cassay_havoc(&c, sizeof c, "character read");
  return c == (C)no_character<T> && sizeof(C) > 1 ? no_character<T> : offer(c);
}

MEMBER typename SELF::int_type SELF::pbackfail(int_type c) {
  if (!reads())
    return no_character<T>;
  if (this->in_cur > this->in_beg) {
    this->in_cur--;
    if (c == no_character<T>)
      return 0;
    *this->in_cur = (C)c;
    return c;
  }
  // Of what lies before the buffer nothing is kept.
  if ((place_known && place == 0) || __cassay_any_bool("no room for another character"))
    return no_character<T>;
  place--;
  C before = (C)c;
  if (c == no_character<T>)
    __cassay_havoc(&before, sizeof before, "approximate character read before");
  offer(before);
  return c == no_character<T> ? 0 : c;
}

MEMBER typename SELF::int_type SELF::overflow(int_type c) {
  if (!writes() || output_fails())
    return no_character<T>;
  settle();
  if (c == no_character<T>)
    return 0;
  place++;
  return c;
}

MEMBER streamsize SELF::xsputn(const C *from, streamsize count) {
  if (!writes() || count <= 0 || output_fails())
    return 0;
  TOUCH(from);
  TOUCH((const char *)(from + count) - 1);
  settle();
  place += count;
  return count;
}

MEMBER streamsize SELF::xsgetn(C *to, streamsize count) {
  if (!reads() || count <= 0)
    return 0;
  streamsize done = 0;
  if (this->in_cur < this->in_end)
    to[done++] = *this->in_cur++;
  settle();
  streamsize more = __cassay_any_bool("the file is long enough") ? count - done : (streamsize)__cassay_any_size("characters read");
  __cassay_assume(more >= 0 && more <= count - done);
  __cassay_havoc(to + done, (size_t)more * sizeof(C), "characters read");
  place += more;
  return done + more;
}

MEMBER streamsize SELF::showmanyc() {
  if (!reads())
    return -1;
  streamsize there = (streamsize)__cassay_any_size("characters that can be read at once");
  __cassay_assume(there >= 0);
  return there;
}

MEMBER basic_streambuf<C, T> *SELF::setbuf(C *, streamsize) { return this; }
MEMBER void SELF::imbue(const locale &) {}
MEMBER int SELF::sync() { return writes() && output_fails() ? -1 : 0; }

MEMBER streampos SELF::seekoff(streamoff by, _Ios_Seekdir from, _Ios_Openmode which) {
  if (!open_)
    return {-1, {}};
  settle();
  if (which == some_characters) {
    place_known = false;
    return {writes() && output_fails() ? -1 : 0, {}};
  }
  // Pipes and devices have no places.
  if (__cassay_any_bool("the file has no places"))
    return {-1, {}};
  streamoff start = 0;
  if (from == end || (from == cur && !place_known)) {
    start = __cassay_any_llong("place in the file");
    __cassay_assume(start >= 0 && start <= __LONG_LONG_MAX__ / 2);
  } else if (from == cur) {
    start = place;
  }
  streamoff to;
  if (__builtin_add_overflow(start, by, &to) || to < 0)
    return {-1, {}};
  place = to;
  place_known = true;
  return {to, {}};
}

MEMBER streampos SELF::seekpos(streampos to, _Ios_Openmode which) { return seekoff(to.offset, beg, in | out); }

#undef SELF

// The streams: a name, its base, the mode that each file is opened with besides others.
#define STREAM(name, base, always)                                                                 \
  MEMBER class name : public base<C, T> {                                                          \
  public:                                                                                          \
    basic_filebuf<C, T> kept;                                                                      \
    name();                                                                                        \
    explicit name(const char *, _Ios_Openmode);                                                    \
    explicit name(const string &, _Ios_Openmode);                                                  \
    name(name &&);                                                                                 \
    name(const name &) = delete;                                                                   \
    name &operator=(const name &) = delete;                                                        \
    name &operator=(name &&);                                                                      \
    ~name();                                                                                       \
    void swap(name &);                                                                             \
    basic_filebuf<C, T> *rdbuf() const;                                                            \
    bool is_open();                                                                                \
    bool is_open() const;                                                                          \
    void open(const char *, _Ios_Openmode);                                                        \
    void open(const string &, _Ios_Openmode);                                                      \
    void close();                                                                                  \
  };                                                                                               \
  MEMBER name<C, T>::name() { this->init(&kept); }                                                 \
  MEMBER name<C, T>::name(const char *path, _Ios_Openmode with) {                                  \
    this->init(&kept);                                                                             \
    open(path, with);                                                                              \
  }                                                                                                \
  MEMBER name<C, T>::name(const string &path, _Ios_Openmode with) : name(path.start, with) {}      \
  MEMBER name<C, T>::name(name &&other)                                                            \
      : base<C, T>((base<C, T> &&)other), kept((basic_filebuf<C, T> &&)other.kept) {               \
    this->set_rdbuf(&kept);                                                                        \
  }                                                                                                \
  MEMBER name<C, T> &name<C, T>::operator=(name &&other) {                                         \
    base<C, T>::swap(other);                                                                       \
    kept = (basic_filebuf<C, T> &&)other.kept;                                                     \
    return *this;                                                                                  \
  }                                                                                                \
  MEMBER name<C, T>::~name() {}                                                                    \
  MEMBER void name<C, T>::swap(name &other) {                                                      \
    base<C, T>::swap(other);                                                                       \
    kept.swap(other.kept);                                                                         \
  }                                                                                                \
  MEMBER basic_filebuf<C, T> *name<C, T>::rdbuf() const {                                          \
    return const_cast<basic_filebuf<C, T> *>(&kept);                                               \
  }                                                                                                \
  MEMBER bool name<C, T>::is_open() { return kept.is_open(); }                                     \
  MEMBER bool name<C, T>::is_open() const { return kept.is_open(); }                               \
  MEMBER void name<C, T>::open(const char *path, _Ios_Openmode with) {                             \
    if (kept.open(path, with | _Ios_Openmode(always)))                                             \
      this->clear();                                                                               \
    else                                                                                           \
      this->setstate(failbit);                                                                     \
  }                                                                                                \
  MEMBER void name<C, T>::open(const string &path, _Ios_Openmode with) { open(path.start, with); } \
  MEMBER void name<C, T>::close() {                                                                \
    if (!kept.close())                                                                             \
      this->setstate(failbit);                                                                     \
  }

STREAM(basic_ifstream, basic_istream, in)
STREAM(basic_ofstream, basic_ostream, out)
STREAM(basic_fstream, basic_iostream, 0)
#undef STREAM
#undef MEMBER

static_assert(sizeof(basic_filebuf<char, char_traits<char>>) == (sizeof(void *) == 8 ? 240 : 136));
static_assert(sizeof(basic_filebuf<wchar_t, char_traits<wchar_t>>) == (sizeof(void *) == 8 ? 240 : 140));

// Instantiates what the library's headers declare as instantiated.
#define FILE_STREAMS_OF(C)                                                                         \
  template class basic_filebuf<C, char_traits<C>>;                                                 \
  template class basic_ifstream<C, char_traits<C>>;                                                \
  template class basic_ofstream<C, char_traits<C>>;                                                \
  template class basic_fstream<C, char_traits<C>>;

} // namespace std

#endif
