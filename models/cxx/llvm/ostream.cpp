// Output streams of libc++: the text of those of libstdc++, with other layouts and names.
#include "cxx/llvm/stream.hpp"

#define std std::__1
#include "cxx/gnu/ostream.cpp"
