// Typeinfos of the fundamental types, of pointers to them and of pointers to them as constants.
#include "cxx/cxx.h"

// The class of these typeinfos. Clang would define the typeinfos of all types where it is defined in C++.
extern const struct type _ZTISt9type_info;
const char _ZTSN10__cxxabiv123__fundamental_type_infoE[] = "N10__cxxabiv123__fundamental_type_infoE";
const struct si_class_type _ZTIN10__cxxabiv123__fundamental_type_infoE = {
    {&_ZTVN10__cxxabiv120__si_class_type_infoE[2], _ZTSN10__cxxabiv123__fundamental_type_infoE},
    &_ZTISt9type_info};
const void *const _ZTVN10__cxxabiv123__fundamental_type_infoE[8] = {
    NULL, &_ZTIN10__cxxabiv123__fundamental_type_infoE};

#define FUNDAMENTAL(code)                                                                          \
  const char _ZTS##code[] = #code;                                                                 \
  const char _ZTSP##code[] = "P" #code;                                                            \
  const char _ZTSPK##code[] = "PK" #code;                                                          \
  const struct type _ZTI##code = {&_ZTVN10__cxxabiv123__fundamental_type_infoE[2], _ZTS##code};    \
  const struct pbase_type _ZTIP##code = {                                                          \
      {&_ZTVN10__cxxabiv119__pointer_type_infoE[2], _ZTSP##code}, 0, &_ZTI##code};                 \
  const struct pbase_type _ZTIPK##code = {                                                         \
      {&_ZTVN10__cxxabiv119__pointer_type_infoE[2], _ZTSPK##code}, 1, &_ZTI##code};

FUNDAMENTAL(v)
FUNDAMENTAL(b)
FUNDAMENTAL(c)
FUNDAMENTAL(h)
FUNDAMENTAL(a)
FUNDAMENTAL(s)
FUNDAMENTAL(t)
FUNDAMENTAL(i)
FUNDAMENTAL(j)
FUNDAMENTAL(l)
FUNDAMENTAL(m)
FUNDAMENTAL(x)
FUNDAMENTAL(y)
FUNDAMENTAL(n)
FUNDAMENTAL(o)
FUNDAMENTAL(w)
FUNDAMENTAL(f)
FUNDAMENTAL(d)
FUNDAMENTAL(e)
FUNDAMENTAL(g)
FUNDAMENTAL(Du)
FUNDAMENTAL(Ds)
FUNDAMENTAL(Di)
FUNDAMENTAL(Dn)
FUNDAMENTAL(Dh)
