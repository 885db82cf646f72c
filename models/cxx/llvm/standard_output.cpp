// cout, cerr and clog of libc++. Printing succeeds and shows nothing.
#include "cxx/llvm/stream.hpp"

namespace {
class Screen : public std::__1::streambuf {
public:
  std::__1::streamsize xsputn(const char *text, std::__1::streamsize length) override { return length; }
  int overflow(int c) override { return c == -1 ? 0 : c; }
};
} // namespace

extern "C" {
alignas(16) char _ZNSt3__14coutE[sizeof(std::__1::ostream)];
alignas(16) char _ZNSt3__14cerrE[sizeof(std::__1::ostream)];
alignas(16) char _ZNSt3__14clogE[sizeof(std::__1::ostream)];
}

// The streams exist before any constructor of the program runs, and are not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_screen) Screen;
  std::__1::ostream *out = new (_ZNSt3__14coutE) std::__1::ostream(screen());
  std::__1::ostream *error = new (_ZNSt3__14cerrE) std::__1::ostream(screen());
  new (_ZNSt3__14clogE) std::__1::ostream(screen());
  error->tie(out);
  error->flags_ |= std::__1::unitbuf;
}
