// The number of buckets of hash tables: the least prime that is not less than a number.
#include "cxx/llvm/std.hpp"

namespace std {
namespace __1 {

static bool is_prime(size_t number) {
  if (number < 4)
    return number > 1;
  if (number % 2 == 0)
    return false;
  for (size_t divisor = 3; divisor <= number / divisor; divisor += 2)
    if (number % divisor == 0)
      return false;
  return true;
}

size_t __next_prime(size_t least) {
  if (least == 0)
    return 0;
  // The greatest prime that a size has.
  if (least > (sizeof(size_t) == 8 ? ~(size_t)0 - 58 : ~(size_t)0 - 4))
    throw overflow_error("__next_prime overflow");
  while (!is_prime(least))
    least++;
  return least;
}

} // namespace __1
} // namespace std
