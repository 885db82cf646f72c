// Stream buffers of char.
#include "cxx/stream/streambuf.hpp"

template class std::basic_streambuf<char, std::char_traits<char>>;
