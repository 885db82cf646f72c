// Input streams of char.
#include "cxx/stream/istream.hpp"

namespace std {
INPUT_OF(char)

// A word of at most size - 1 characters into an array.
void __istream_extract(istream &stream, char *to, streamsize size) { extract_word(stream, to, size); }
} // namespace std
