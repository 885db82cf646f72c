// Whether an object is of the type that code uses it as: the claim behind clang's checks of dynamic types
// ([class.cdtor], [expr.static.cast]).
#include "cxx/cxx.h"

// Whether a class, whose object is at a place, has a base of a type at another place.
static _Bool has_base(const struct type *here, char *at, const struct type *wanted, const char *there) {
  if (here == wanted && at == there)
    return 1;
  if (here->vtable == &_ZTVN10__cxxabiv120__si_class_type_infoE[2])
    return has_base(((const struct si_class_type *)here)->base, at, wanted, there);
  if (here->vtable == &_ZTVN10__cxxabiv121__vmi_class_type_infoE[2]) {
    const struct vmi_class_type *class = (const struct vmi_class_type *)here;
    for (unsigned i = 0; i < class->base_count; i++) {
      long flags = class->bases[i].offset_flags;
      ptrdiff_t distance = flags >> 8;
      if (flags & 1)
        distance = *(const ptrdiff_t *)(*(const char *const *)at + distance);
      if (has_base(class->bases[i].type, at + distance, wanted, there))
        return 1;
    }
  }
  return 0;
}

// Whether the object at an address is of a type or one that is derived from it.
_Bool __cassay_cxx_is_type(const void *object, const struct type *wanted) {
  const void *const *vtable = *(const void *const *const *)object;
  const struct type *whole = vtable[-1];
  ptrdiff_t to_top = ((const ptrdiff_t *)vtable)[-2];
  // Most objects are of exactly that type.
  if (whole == wanted && to_top == 0)
    return 1;
  return has_base(whole, (char *)object + to_top, wanted, object);
}
