// The base class of stream buffers: one without characters and without room.
#ifndef CASSAY_STREAM_STREAMBUF_HPP
#define CASSAY_STREAM_STREAMBUF_HPP

#include "cxx/stream.hpp"

namespace std {

template <class C, class T>
basic_streambuf<C, T>::basic_streambuf() : in_beg(nullptr), in_cur(nullptr), in_end(nullptr), out_beg(nullptr), out_cur(nullptr), out_end(nullptr) {}
template <class C, class T>
basic_streambuf<C, T>::basic_streambuf(const basic_streambuf &other)
    : in_beg(other.in_beg), in_cur(other.in_cur), in_end(other.in_end), out_beg(other.out_beg),
      out_cur(other.out_cur), out_end(other.out_end) {}
template <class C, class T>
basic_streambuf<C, T> &basic_streambuf<C, T>::operator=(const basic_streambuf &other) {
  in_beg = other.in_beg;
  in_cur = other.in_cur;
  in_end = other.in_end;
  out_beg = other.out_beg;
  out_cur = other.out_cur;
  out_end = other.out_end;
  return *this;
}
template <class C, class T> basic_streambuf<C, T>::~basic_streambuf() {}
template <class C, class T> void basic_streambuf<C, T>::imbue(const locale &) {}
template <class C, class T> basic_streambuf<C, T> *basic_streambuf<C, T>::setbuf(C *, streamsize) {
  return this;
}
template <class C, class T>
streampos basic_streambuf<C, T>::seekoff(streamoff, _Ios_Seekdir, _Ios_Openmode) {
  return {-1, {}};
}
template <class C, class T> streampos basic_streambuf<C, T>::seekpos(streampos, _Ios_Openmode) {
  return {-1, {}};
}
template <class C, class T> int basic_streambuf<C, T>::sync() { return 0; }
template <class C, class T> streamsize basic_streambuf<C, T>::showmanyc() { return 0; }
template <class C, class T>
typename basic_streambuf<C, T>::int_type basic_streambuf<C, T>::underflow() {
  return no_character<T>;
}
template <class C, class T> typename basic_streambuf<C, T>::int_type basic_streambuf<C, T>::uflow() {
  if (underflow() == no_character<T>)
    return no_character<T>;
  return get(*in_cur++);
}
template <class C, class T>
typename basic_streambuf<C, T>::int_type basic_streambuf<C, T>::pbackfail(int_type) {
  return no_character<T>;
}
template <class C, class T>
typename basic_streambuf<C, T>::int_type basic_streambuf<C, T>::overflow(int_type) {
  return no_character<T>;
}

template <class C, class T> streamsize basic_streambuf<C, T>::xsgetn(C *to, streamsize count) {
  streamsize done = 0;
  for (; done < count; done++) {
    int_type c = sbumpc();
    if (c == no_character<T>)
      break;
    to[done] = (C)c;
  }
  return done;
}

template <class C, class T> streamsize basic_streambuf<C, T>::xsputn(const C *from, streamsize count) {
  streamsize done = 0;
  while (done < count && sputc(from[done]) != no_character<T>)
    done++;
  return done;
}

} // namespace std

#endif
