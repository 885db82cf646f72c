// Typeinfos of classes and the walk over their bases (Itanium C++ ABI 2.9.4).
#include "cxx/cxx.h"

// Typeinfos are merged by name when files are linked, except those of types that have no linkage: their
// names begin with a star, and they are one type only if they are one object.
_Bool __cassay_cxx_same(const struct type *a, const struct type *b) { return a == b; }

struct search {
  const struct type *wanted;
  struct subobject *found;
  // Where the subobject is that was found, as the last virtual base on the path and the offset in it.
  const struct type *root;
  long offset;
};

static void visit(struct search *search, const struct type *here, char *at, const struct type *root,
                  long offset, _Bool is_public) {
  if (here == search->wanted) {
    struct subobject *found = search->found;
    if (!found->type) {
      found->type = here;
      found->at = at;
      found->is_public = is_public;
      search->root = root;
      search->offset = offset;
    } else if (search->root == root && search->offset == offset) {
      found->is_public |= is_public;
    } else {
      found->ambiguous = 1;
    }
    return;
  }
  if (here->vtable == &_ZTVN10__cxxabiv120__si_class_type_infoE[2]) {
    visit(search, ((const struct si_class_type *)here)->base, at, root, offset, is_public);
  } else if (here->vtable == &_ZTVN10__cxxabiv121__vmi_class_type_infoE[2]) {
    const struct vmi_class_type *class = (const struct vmi_class_type *)here;
    for (unsigned i = 0; i < class->base_count; i++) {
      const struct base_class *base = &class->bases[i];
      long flags = base->offset_flags, distance = flags >> 8;
      _Bool base_public = is_public && flags & 2;
      if (flags & 1) {
        char *there = at;
        if (at)
          there = at + *(const ptrdiff_t *)(*(const char *const *)at + distance);
        visit(search, base->type, there, base->type, 0, base_public);
      } else {
        visit(search, base->type, at ? at + distance : at, root, offset + distance, base_public);
      }
    }
  }
}

void __cassay_cxx_find_base(const struct type *whole, char *at, const struct type *wanted,
                            struct subobject *found) {
  struct search search = {wanted, found, NULL, 0};
  found->type = NULL;
  found->at = NULL;
  found->is_public = 0;
  found->ambiguous = 0;
  visit(&search, whole, at, NULL, 0, 1);
}
