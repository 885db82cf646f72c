// What the streams of wchar_t share.
#include "cxx/stream/ios.hpp"
#include "cxx/stream/istream.hpp"
#include "cxx/stream/ostream.hpp"
#include "cxx/stream/streambuf.hpp"

namespace std {
template class basic_ios<wchar_t, char_traits<wchar_t>>;
template class basic_streambuf<wchar_t, char_traits<wchar_t>>;
OUTPUT_OF(wchar_t)
template wostream &operator<<(wostream &, const char *);
INPUT_OF(wchar_t)

// A word of at most size - 1 characters into an array.
template <class C, class T> void __istream_extract(basic_istream<C, T> &stream, C *to, streamsize size) {
  extract_word(stream, to, size);
}
template void __istream_extract(wistream &, wchar_t *, streamsize);
} // namespace std
