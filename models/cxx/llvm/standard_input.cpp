// cin of libc++: what is read is any input.
#include "cxx/llvm/stream.hpp"

namespace {
// Any character, or the end.
class Keyboard : public std::__1::streambuf {
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

// The class of the stream is compiled from the headers; this is one of its constructors.
extern "C" {
extern const void *const _ZTVNSt3__113basic_istreamIcNS_11char_traitsIcEEEE[10];
extern char _ZNSt3__14coutE;
struct input {
  const void *const *vtable;
  std::__1::streamsize count;
  alignas(std::__1::ios) char common[sizeof(std::__1::ios)];
};
alignas(16) input _ZNSt3__13cinE;
}

namespace {
class Common : public std::__1::ios {
public:
  explicit Common(std::__1::streambuf *with) { init(with); }
};
} // namespace

// The stream exists before any constructor of the program runs, and is not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_keyboard) Keyboard;
  input &in = _ZNSt3__13cinE;
  in.vtable = &_ZTVNSt3__113basic_istreamIcNS_11char_traitsIcEEEE[3];
  in.count = 0;
  std::__1::ios *common = new (in.common) Common(keyboard());
  *(const void *const **)common = &_ZTVNSt3__113basic_istreamIcNS_11char_traitsIcEEEE[8];
  common->tie((std::__1::ostream *)&_ZNSt3__14coutE);
}
