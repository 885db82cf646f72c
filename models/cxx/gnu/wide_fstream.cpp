// File streams of wchar_t.
#include "cxx/stream/fstream.hpp"

namespace std {
FILE_STREAMS_OF(wchar_t)
} // namespace std
