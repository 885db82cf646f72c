// File streams of char.
#include "cxx/stream/fstream.hpp"

namespace std {
FILE_STREAMS_OF(char)
} // namespace std
