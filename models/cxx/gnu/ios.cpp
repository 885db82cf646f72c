// What all streams have: state, flags. Streams of char have the rest here too.
#include "cxx/stream/ios.hpp"

namespace std {
ios_base::ios_base() noexcept { _M_init(); }
ios_base::~ios_base() {}
ios_base::Init::Init() {}
ios_base::Init::~Init() {}
ios_base::Init::Init(const Init &) {}
ios_base::Init &ios_base::Init::operator=(const Init &) { return *this; }
locale ios_base::getloc() const { return locale_; }
bool ios_base::sync_with_stdio(bool) { return true; }

int ios_base::xalloc() noexcept {
  static int next;
  return next++;
}

void ios_base::_M_init() noexcept {
  precision_ = 6;
  width_ = 0;
  flags_ = _Ios_Fmtflags(skipws | dec);
  exceptions_ = goodbit;
  state_ = goodbit;
  callbacks = nullptr;
  word_zero[0] = nullptr;
  word_zero[1] = nullptr;
  word_count = 8;
  words = local_words;
}

template class basic_ios<char, char_traits<char>>;
} // namespace std
