// Declarations of libc++, with its layouts and mangled names (version 1 of its ABI), that models share. Only what the
// models use is declared. Exceptions that both libraries call the same are those of cxx/std.hpp.
#ifndef CASSAY_LLVM_STD_HPP
#define CASSAY_LLVM_STD_HPP

#include "cxx/std.hpp"

// The symbol of a declaration.
#define NAMED(symbol) __asm__(symbol)

#ifdef __LP64__
#define SZ "m"
#else
#define SZ "j"
#endif

// std::string in mangled names, where the namespaces around it were mentioned before.
#define STRING "NS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEE"

namespace std {
namespace __1 {

template <class C> struct char_traits;
template <class T> class allocator;

// A short text lies in the object itself. The lowest bit of the first byte tells a long one.
template <class C, class T = char_traits<C>, class A = allocator<C>> class basic_string {
public:
  union {
    struct {
      size_t capacity_and_bit;
      size_t length;
      C *start;
    } large;
    struct {
      unsigned char length_and_bit;
      C text[sizeof(size_t) * 3 - 1];
    } small;
  };

  basic_string(const C *from, size_t length) {
    C *to = small.text;
    if (length < sizeof(small.text)) {
      small.length_and_bit = (unsigned char)(length << 1);
    } else {
      size_t room = (length + 16) & ~(size_t)15;
      to = (C *)::operator new(room);
      large.start = to;
      large.length = length;
      large.capacity_and_bit = room | 1;
    }
    __builtin_memcpy(to, from, length);
    to[length] = 0;
  }
  basic_string(const basic_string &other) : basic_string(other.data(), other.size()) {}
  ~basic_string() {
    if (is_long())
      ::operator delete(large.start);
  }
  bool is_long() const { return *(const unsigned char *)this & 1; }
  const C *data() const { return is_long() ? large.start : small.text; }
  size_t size() const { return is_long() ? large.length : *(const unsigned char *)this >> 1; }
};
typedef basic_string<char> string;

// Counts of owners, less one.
class __shared_count {
public:
  long owners;
  virtual ~__shared_count();
  virtual void __on_zero_shared() noexcept = 0;
  explicit __shared_count(long count) noexcept : owners(count) {}
};

} // namespace __1
} // namespace std

#endif
