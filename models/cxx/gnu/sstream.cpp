// String streams of char.
#include "cxx/stream/sstream.hpp"

namespace std {
inline namespace __cxx11 {
STRING_STREAMS_OF(char)
} // namespace __cxx11
} // namespace std
