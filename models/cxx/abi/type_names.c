// Members of std::type_info that are not inline.
#include "cxx/cxx.h"
#include <string.h>

static const char *plain(const char *name) { return *name == '*' ? name + 1 : name; }

const char *_ZNKSt9type_info4nameEv(const struct type *type) { return plain(type->name); }

_Bool _ZNKSt9type_infoeqERKS_(const struct type *a, const struct type *b) {
  return a->name == b->name || (*a->name != '*' && strcmp(a->name, plain(b->name)) == 0);
}

_Bool _ZNKSt9type_info7__equalERKS_(const struct type *a, const struct type *b) {
  return _ZNKSt9type_infoeqERKS_(a, b);
}

_Bool _ZNKSt9type_info6beforeERKS_(const struct type *a, const struct type *b) {
  if (*a->name == '*' && *b->name == '*')
    return a->name < b->name;
  return strcmp(a->name, b->name) < 0;
}
