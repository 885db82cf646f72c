// Preconditions of containers and algorithms, which their headers check with _GLIBCXX_ASSERTIONS.
#include "cxx/cxx.h"

_Noreturn void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                                    const char *condition) {
  __cassay_claim(0, "library-call", "a precondition of the C++ library holds");
  abort();
}
