// The same for exceptions with a message.
#include "cxx/std.hpp"

namespace {
// The longest message of a formatted exception.
const size_t most = 512;
// How long a message can be behind the first number.
const size_t unknown = 96;

// Writes the message of a format that knows %s, %zu and %%. The text is only exact for known numbers.
size_t format(char *text, const char *form, __builtin_va_list arguments) {
  size_t length = 0;
  while (*form && length < most - unknown) {
    if (*form != '%' || form[1] == '%') {
      form += *form == '%';
      text[length++] = *form++;
    } else if (form[1] == 's') {
      const char *part = __builtin_va_arg(arguments, const char *);
      while (*part && length < most - unknown)
        text[length++] = *part++;
      form += 2;
    } else if (form[1] == 'z' && form[2] == 'u') {
      size_t number = __builtin_va_arg(arguments, size_t);
      if (__cassay_known_size(number)) {
        size_t scale = 1;
        while (number / scale >= 10)
          scale *= 10;
        for (; scale; scale /= 10)
          text[length++] = (char)('0' + number / scale % 10);
      } else {
        // How many digits there are is not known either, so nothing of the rest is.
        __cassay_havoc(text + length, unknown, "approximate text of an exception");
        length += unknown;
        break;
      }
      form += 3;
    } else {
      text[length++] = *form++;
    }
  }
  text[length] = 0;
  return length;
}
} // namespace

namespace std {

[[noreturn]] void __throw_logic_error(const char *text) { throw logic_error(text); }
[[noreturn]] void __throw_domain_error(const char *text) { throw domain_error(text); }
[[noreturn]] void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
[[noreturn]] void __throw_length_error(const char *text) { throw length_error(text); }
[[noreturn]] void __throw_out_of_range(const char *text) { throw out_of_range(text); }
[[noreturn]] void __throw_runtime_error(const char *text) { throw runtime_error(text); }
[[noreturn]] void __throw_range_error(const char *text) { throw range_error(text); }
[[noreturn]] void __throw_overflow_error(const char *text) { throw overflow_error(text); }
[[noreturn]] void __throw_underflow_error(const char *text) { throw underflow_error(text); }

[[noreturn]] void __throw_out_of_range_fmt(const char *form, ...) {
  char text[most];
  __builtin_va_list arguments;
  __builtin_va_start(arguments, form);
  size_t length = format(text, form, arguments);
  __builtin_va_end(arguments);
  throw out_of_range(text, length);
}

} // namespace std
