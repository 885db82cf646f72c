// Input of any length with libc++: from the keyboard it is decided at once how much there is.
#include "cxx/llvm/stream.hpp"

namespace std {
namespace __1 {

template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::ignore(streamsize most, int last) {
  count = 0;
  sentry guard(*this, true);
  if (!guard.ok)
    return *this;
  // Whatever is left out, what follows is any input.
  if (this->rdbuf() == keyboard()) {
    if (__cassay_any_bool("end of the input"))
      this->setstate(eofbit);
    count = __cassay_any_long("characters left out");
    __cassay_assume(count >= 0 && count <= most);
    return *this;
  }
  while (count < most) {
    int c = this->rdbuf()->sbumpc();
    if (c == -1) {
      this->setstate(eofbit);
      break;
    }
    count++;
    if (c == last)
      break;
  }
  return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::read(C *to, streamsize size) {
  count = 0;
  sentry guard(*this, true);
  if (!guard.ok)
    return *this;
  if (this->rdbuf() == keyboard()) {
    count = __cassay_any_bool("the input is long enough") ? size : __cassay_any_long("bytes read");
    __cassay_assume(count >= 0 && count <= size);
    __cassay_havoc(to, (size_t)count, "characters read");
  } else {
    count = this->rdbuf()->xsgetn(to, size);
  }
  if (count != size)
    this->setstate(eofbit | failbit);
  return *this;
}

template istream &istream::ignore(streamsize, int);
template istream &istream::read(char *, streamsize);

} // namespace __1
} // namespace std
