//! A variant is asked for the alternative that it has; another one is an exception.
//@ revisions: good variant optional
//@ verdict: safe
//@[variant] flags: -DVARIANT
//@[variant] verdict: unsafe
//@[optional] flags: -DOPTIONAL
//@[optional] verdict: unsafe
#include <assert.h>
#include <optional>
#include <variant>

extern "C" bool nondet_bool();

std::optional<int> find(bool there) {
  if (there)
    return 5;
  return std::nullopt;
}

int main() {
  std::variant<int, char> value = 'a';
  bool number = nondet_bool();
  if (number)
    value = 7;
#ifdef VARIANT
  assert(std::get<int>(value) == 7); //~[variant] uncaught-exception
#endif
  assert(std::holds_alternative<int>(value) == number);
  assert(std::visit([](auto x) { return int(x); }, value) == (number ? 7 : 'a'));
  std::optional<int> found = find(number);
#ifdef OPTIONAL
  assert(*found == 5); //~[optional] library-call
#endif
  assert(found.value_or(5) == 5);
}
