// dynamic_cast to a class ([expr.dynamic.cast]).
#include "cxx/cxx.h"

// The subobject that is cast, and what is known of the result so far.
struct cast {
  const struct type *source;
  char *at;
  const struct type *target;
  // A target that contains the source, and whether it is reached by public bases.
  char *holder;
  _Bool holder_public;
  _Bool several;
};

// Whether the source is a base of the target at a place, and a public one.
static void look_inside(const struct cast *cast, const struct type *here, char *at, _Bool is_public,
                        _Bool *is_base, _Bool *public_base) {
  if (here == cast->source) {
    if (at == cast->at) {
      *is_base = 1;
      *public_base |= is_public;
    }
    return;
  }
  if (here->vtable == &_ZTVN10__cxxabiv120__si_class_type_infoE[2]) {
    look_inside(cast, ((const struct si_class_type *)here)->base, at, is_public, is_base, public_base);
  } else if (here->vtable == &_ZTVN10__cxxabiv121__vmi_class_type_infoE[2]) {
    const struct vmi_class_type *class = (const struct vmi_class_type *)here;
    for (unsigned i = 0; i < class->base_count; i++) {
      long flags = class->bases[i].offset_flags;
      ptrdiff_t distance = flags >> 8;
      if (flags & 1)
        distance = *(const ptrdiff_t *)(*(const char *const *)at + distance);
      look_inside(cast, class->bases[i].type, at + distance, is_public && flags & 2, is_base, public_base);
    }
  }
}

// Looks for targets in a part of the whole object.
static void look_for_target(struct cast *cast, const struct type *here, char *at) {
  if (here == cast->target) {
    _Bool is_base = 0, public_base = 0;
    if (cast->holder == at)
      return;
    look_inside(cast, here, at, 1, &is_base, &public_base);
    if (is_base && cast->holder) {
      cast->several = 1;
    } else if (is_base) {
      cast->holder = at;
      cast->holder_public = public_base;
    }
    return;
  }
  if (here->vtable == &_ZTVN10__cxxabiv120__si_class_type_infoE[2]) {
    look_for_target(cast, ((const struct si_class_type *)here)->base, at);
  } else if (here->vtable == &_ZTVN10__cxxabiv121__vmi_class_type_infoE[2]) {
    const struct vmi_class_type *class = (const struct vmi_class_type *)here;
    for (unsigned i = 0; i < class->base_count; i++) {
      long flags = class->bases[i].offset_flags;
      ptrdiff_t distance = flags >> 8;
      if (flags & 1)
        distance = *(const ptrdiff_t *)(*(const char *const *)at + distance);
      look_for_target(cast, class->bases[i].type, at + distance);
    }
  }
}

void *__dynamic_cast(const void *object, const struct type *source, const struct type *target,
                     ptrdiff_t hint) {
  const void *const *vtable = *(const void *const *const *)object;
  const struct type *whole = vtable[-1];
  char *start = (char *)object + ((const ptrdiff_t *)vtable)[-2];
  struct cast cast = {source, (char *)object, target, NULL, 0, 0};
  look_for_target(&cast, whole, start);
  if (cast.holder && cast.holder_public && !cast.several)
    return cast.holder;
  // A cross cast: both are public bases of the whole object, the target only once.
  _Bool is_base = 0, public_base = 0;
  look_inside(&cast, whole, start, 1, &is_base, &public_base);
  if (!public_base)
    return NULL;
  struct subobject found;
  __cassay_cxx_find_base(whole, start, target, &found);
  return found.type && found.is_public && !found.ambiguous ? found.at : NULL;
}
