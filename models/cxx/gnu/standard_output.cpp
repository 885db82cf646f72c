// cout, cerr and clog.
#include "cxx/stream/standard.hpp"

typedef std::char_traits<char> traits;

extern "C" {
alignas(16) char _ZSt4cout[sizeof(std::ostream)];
alignas(16) char _ZSt4cerr[sizeof(std::ostream)];
alignas(16) char _ZSt4clog[sizeof(std::ostream)];
}

// The streams exist before any constructor of the program runs, and are not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_screen) Screen<char, traits>;
  std::ostream *out = output_at<char, traits>(_ZSt4cout), *error = output_at<char, traits>(_ZSt4cerr);
  output_at<char, traits>(_ZSt4clog);
  error->tie(out);
  error->flags_ = std::_Ios_Fmtflags(error->flags_ | std::unitbuf);
}
