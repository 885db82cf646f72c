// String streams of wchar_t.
#include "cxx/stream/sstream.hpp"

namespace std {
inline namespace __cxx11 {
STRING_STREAMS_OF(wchar_t)
} // namespace __cxx11
} // namespace std
