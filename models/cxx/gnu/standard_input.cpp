// cin: what is read is any input.
#include "cxx/stream/standard.hpp"

extern "C" {
alignas(16) char _ZSt3cin[sizeof(std::istream)];
extern char _ZSt4cout;
}

// The stream exists before any constructor of the program runs, and is not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_keyboard) Keyboard<char, std::char_traits<char>>;
  std::istream *in = new (_ZSt3cin) std::istream((std::streambuf *)__cassay_cxx_keyboard);
  in->tie((std::ostream *)&_ZSt4cout);
}
