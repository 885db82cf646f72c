// wcin: what is read is any input.
#include "cxx/stream/standard.hpp"

extern "C" {
alignas(16) char _ZSt4wcin[sizeof(std::wistream)];
extern char _ZSt5wcout;
}

// The stream exists before any constructor of the program runs, and is not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_wide_keyboard) Keyboard<wchar_t, std::char_traits<wchar_t>>;
  std::wistream *in = new (_ZSt4wcin) std::wistream((std::wstreambuf *)__cassay_cxx_wide_keyboard);
  in->tie((std::wostream *)&_ZSt5wcout);
}
