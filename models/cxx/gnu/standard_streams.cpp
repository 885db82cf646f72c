// cout, cerr, clog and cin. Printing succeeds and shows nothing; what is read is any input.
#include "cxx/stream.hpp"

namespace {
using std::streambuf;
using std::streamsize;

class Screen : public streambuf {
public:
  streamsize xsputn(const char *text, streamsize length) override { return length; }
  int overflow(int c) override { return c == -1 ? 0 : c; }
};

// Any character, or the end.
class Keyboard : public streambuf {
  char next;

public:
  int underflow() override {
    if (__cassay_any_bool("end of the input"))
      return -1;
    next = __cassay_any_char("character read");
    in_beg = &next;
    in_cur = &next;
    in_end = &next + 1;
    return (unsigned char)next;
  }
  int pbackfail(int c) override {
    if (c != -1)
      next = (char)c;
    in_beg = &next;
    in_cur = &next;
    in_end = &next + 1;
    return (unsigned char)next;
  }
};

alignas(16) char screen[sizeof(Screen)], keyboard[sizeof(Keyboard)];
} // namespace

extern "C" {
extern streambuf *const __cassay_cxx_screen = (streambuf *)screen;
extern streambuf *const __cassay_cxx_keyboard = (streambuf *)keyboard;

alignas(16) char _ZSt4cout[sizeof(std::ostream)];
alignas(16) char _ZSt4cerr[sizeof(std::ostream)];
alignas(16) char _ZSt4clog[sizeof(std::ostream)];
alignas(16) char _ZSt3cin[sizeof(std::istream)];
}

namespace std {
// The streams exist before any constructor of the program runs, and are not destroyed.
struct standard {
  __attribute__((constructor(101))) static void set_up() {
    new (screen) Screen;
    new (keyboard) Keyboard;
    ostream *out = new (_ZSt4cout) ostream(__cassay_cxx_screen);
    ostream *error = new (_ZSt4cerr) ostream(__cassay_cxx_screen);
    new (_ZSt4clog) ostream(__cassay_cxx_screen);
    istream *in = new (_ZSt3cin) istream(__cassay_cxx_keyboard);
    error->tie(out);
    error->flags_ = _Ios_Fmtflags(error->flags_ | unitbuf);
    in->tie(out);
  }
};
} // namespace std
