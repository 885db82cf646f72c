// Output streams of char.
#include "cxx/stream/ostream.hpp"

namespace std {
OUTPUT_OF(char)
} // namespace std
