// wcout, wcerr and wclog.
#include "cxx/stream/standard.hpp"

typedef std::char_traits<wchar_t> traits;

extern "C" {
alignas(16) char _ZSt5wcout[sizeof(std::wostream)];
alignas(16) char _ZSt5wcerr[sizeof(std::wostream)];
alignas(16) char _ZSt5wclog[sizeof(std::wostream)];
}

// The streams exist before any constructor of the program runs, and are not destroyed.
__attribute__((constructor(101))) static void set_up() {
  new (__cassay_cxx_wide_screen) Screen<wchar_t, traits>;
  std::wostream *out = output_at<wchar_t, traits>(_ZSt5wcout), *error = output_at<wchar_t, traits>(_ZSt5wcerr);
  output_at<wchar_t, traits>(_ZSt5wclog);
  error->tie(out);
  error->flags_ = std::_Ios_Fmtflags(error->flags_ | std::unitbuf);
}
