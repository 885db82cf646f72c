// The last variable that is destroyed: a part of every safe test in C++, see `end.rs`.
#include <cassert>

namespace {
struct End {
  ~End() { assert(false); }
} end;
} // namespace
