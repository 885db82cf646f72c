// cout, cerr and clog. Printing succeeds and shows nothing.
#include "cxx/stream.hpp"

namespace {
using std::streambuf;
using std::streamsize;

class Screen : public streambuf {
public:
  streamsize xsputn(const char *text, streamsize length) override { return length; }
  int overflow(int c) override { return c == -1 ? 0 : c; }
};

} // namespace

extern "C" {
alignas(16) char _ZSt4cout[sizeof(std::ostream)];
alignas(16) char _ZSt4cerr[sizeof(std::ostream)];
alignas(16) char _ZSt4clog[sizeof(std::ostream)];
}

// The streams exist before any constructor of the program runs, and are not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_screen) Screen;
  std::ostream *out = new (_ZSt4cout) std::ostream(screen());
  std::ostream *error = new (_ZSt4cerr) std::ostream(screen());
  new (_ZSt4clog) std::ostream(screen());
  error->tie(out);
  error->flags_ = std::_Ios_Fmtflags(error->flags_ | std::unitbuf);
}
