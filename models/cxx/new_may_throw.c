// Whether operator new may fail. The constant is in a file of its own, so that clang does not know its value.
#include "cxx/cxx.h"

extern const int __cassay_new_may_throw;
const int __cassay_new_may_throw = 0;
