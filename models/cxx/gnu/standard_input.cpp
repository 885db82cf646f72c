// cin: what is read is any input.
#include "cxx/stream.hpp"

namespace {
// Any character, or the end.
class Keyboard : public std::streambuf {
  char next;

  int offer() {
    in_beg = &next;
    in_cur = &next;
    in_end = &next + 1;
    return (unsigned char)next;
  }

public:
  int underflow() override {
    if (__cassay_any_bool("end of the input"))
      return -1;
    next = __cassay_any_char("character read");
    return offer();
  }
  int pbackfail(int c) override {
    if (c != -1)
      next = (char)c;
    return offer();
  }
};
} // namespace

extern "C" {
alignas(16) char _ZSt3cin[sizeof(std::istream)];
extern char _ZSt4cout;
}

// The streams exist before any constructor of the program runs, and are not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_keyboard) Keyboard;
  std::istream *in = new (_ZSt3cin) std::istream(keyboard());
  in->tie((std::ostream *)&_ZSt4cout);
}
