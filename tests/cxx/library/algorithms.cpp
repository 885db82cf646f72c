//! Numbers are sorted by functions that libc++ has only in its shared library; a cast of std::any that fails throws.
//@ revisions: good end order
//@[good] verdict: safe
//@[end] flags: -DEND
//@[end] verdict: unsafe
//@[order] flags: -DORDER
//@[order] verdict: unsafe
#include <algorithm>
#include <any>
#include <assert.h>
#include <functional>

int nondet_int();

int main() {
  int numbers[3];
  for (int &number : numbers)
    number = nondet_int();
  std::sort(numbers, numbers + 3);
#ifdef ORDER
  assert(numbers[0] < numbers[1]); //~[order] assertion
#else
  assert(numbers[0] <= numbers[1] && numbers[1] <= numbers[2]);
#endif

  int failures = 0;
  std::any held = 5;
  try {
    std::any_cast<char>(held);
  } catch (const std::bad_any_cast &) {
    failures++;
  }
  std::function<int(int)> nothing;
  try {
    nothing(std::any_cast<int>(held));
  } catch (const std::bad_function_call &) {
    failures++;
  }
  assert(failures == 2);
#ifdef END
  assert(0); //~[end] assertion
#endif
}
