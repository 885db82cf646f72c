// operator new and operator delete. Default forms that the standard defines by others call these if the
// program replaces them ([new.delete]); otherwise they are the same allocation.
#include "cxx/cxx.h"

// Whether allocation may fail (--new-may-throw); a pass sets it.
extern const int __cassay_new_may_throw;

_Noreturn void _ZSt17__throw_bad_allocv(void);

typedef void (*new_handler)(void);
static new_handler handler;

new_handler _ZSt15set_new_handlerPFvvE(new_handler new) {
  new_handler old = handler;
  handler = new;
  return old;
}

new_handler _ZSt15get_new_handlerv(void) { return handler; }

// Whether there is memory for an object of this size.
static _Bool possible(size_t size) {
  return size <= PTRDIFF_MAX && !(__cassay_new_may_throw && __cassay_any_bool("operator new fails"));
}

// Whether there is none even after the handler was called.
static _Bool exhausted(size_t size) {
  while (handler) {
    handler();
    if (possible(size))
      return 0;
  }
  return 1;
}

static _Bool is_available(size_t size) { return possible(size) || !exhausted(size); }

// The same, with the assumption noted for the operator that asks.
#define available(size)                                                                            \
  (__cassay_note("operator new finds enough memory, unless --new-may-throw is given"), is_available(size))

// A new object at a multiple of an alignment.
#define ALIGNED(name, family)                                                                      \
  static void *name(size_t size, size_t align) {                                                   \
    if (align <= 16)                                                                               \
      return __cassay_new(size, family, 16);                                                       \
    if (align == 32)                                                                               \
      return __cassay_new(size, family, 32);                                                       \
    if (align == 64)                                                                               \
      return __cassay_new(size, family, 64);                                                       \
    if (align == 128)                                                                              \
      return __cassay_new(size, family, 128);                                                      \
    if (align == 256)                                                                              \
      return __cassay_new(size, family, 256);                                                      \
    if (align == 4096)                                                                             \
      return __cassay_new(size, family, 4096);                                                     \
    CLAIM((align & (align - 1)) == 0, "the alignment is a power of two");                          \
    __cassay_unsupported("operator new with an unusual alignment");                                \
    return NULL;                                                                                   \
  }
ALIGNED(aligned, FAMILY_NEW_ALIGNED)
ALIGNED(aligned_array, FAMILY_NEW_ARRAY_ALIGNED)

void *new_plain(size_t size) NAMED("_Znw" SZ);
void *new_plain(size_t size) {
  if (!available(size))
    _ZSt17__throw_bad_allocv();
  return __cassay_new(size, FAMILY_NEW, 16);
}

void *new_array(size_t size) NAMED("_Zna" SZ);
void *new_array(size_t size) {
  if (__cassay_replaced("_Znw" SZ))
    return new_plain(size);
  if (!available(size))
    _ZSt17__throw_bad_allocv();
  return __cassay_new(size, FAMILY_NEW_ARRAY, 16);
}

void *new_nothrow(size_t size, const void *tag) NAMED("_Znw" SZ "RKSt9nothrow_t");
void *new_nothrow(size_t size, const void *tag) {
  if (__cassay_replaced("_Znw" SZ))
    return new_plain(size);
  return available(size) ? __cassay_new(size, FAMILY_NEW, 16) : NULL;
}

void *new_array_nothrow(size_t size, const void *tag) NAMED("_Zna" SZ "RKSt9nothrow_t");
void *new_array_nothrow(size_t size, const void *tag) {
  if (__cassay_replaced("_Zna" SZ) || __cassay_replaced("_Znw" SZ))
    return new_array(size);
  return available(size) ? __cassay_new(size, FAMILY_NEW_ARRAY, 16) : NULL;
}

void *new_aligned(size_t size, size_t align) NAMED("_Znw" SZ "St11align_val_t");
void *new_aligned(size_t size, size_t align) {
  if (!available(size))
    _ZSt17__throw_bad_allocv();
  return aligned(size, align);
}

void *new_array_aligned(size_t size, size_t align) NAMED("_Zna" SZ "St11align_val_t");
void *new_array_aligned(size_t size, size_t align) {
  if (__cassay_replaced("_Znw" SZ "St11align_val_t"))
    return new_aligned(size, align);
  if (!available(size))
    _ZSt17__throw_bad_allocv();
  return aligned_array(size, align);
}

void *new_aligned_nothrow(size_t size, size_t align, const void *tag)
    NAMED("_Znw" SZ "St11align_val_tRKSt9nothrow_t");
void *new_aligned_nothrow(size_t size, size_t align, const void *tag) {
  if (__cassay_replaced("_Znw" SZ "St11align_val_t"))
    return new_aligned(size, align);
  return available(size) ? aligned(size, align) : NULL;
}

void *new_array_aligned_nothrow(size_t size, size_t align, const void *tag)
    NAMED("_Zna" SZ "St11align_val_tRKSt9nothrow_t");
void *new_array_aligned_nothrow(size_t size, size_t align, const void *tag) {
  if (__cassay_replaced("_Zna" SZ "St11align_val_t") || __cassay_replaced("_Znw" SZ "St11align_val_t"))
    return new_array_aligned(size, align);
  return available(size) ? aligned_array(size, align) : NULL;
}

void _ZdlPv(void *object) { __cassay_delete(object, FAMILY_NEW); }

void _ZdaPv(void *object) {
  if (__cassay_replaced("_ZdlPv"))
    _ZdlPv(object);
  else
    __cassay_delete(object, FAMILY_NEW_ARRAY);
}

void delete_sized(void *object, size_t size) NAMED("_ZdlPv" SZ);
void delete_sized(void *object, size_t size) {
  if (__cassay_replaced("_ZdlPv"))
    _ZdlPv(object);
  else
    __cassay_delete_sized(object, FAMILY_NEW, size);
}

void delete_array_sized(void *object, size_t size) NAMED("_ZdaPv" SZ);
void delete_array_sized(void *object, size_t size) {
  if (__cassay_replaced("_ZdaPv") || __cassay_replaced("_ZdlPv"))
    _ZdaPv(object);
  else
    __cassay_delete_sized(object, FAMILY_NEW_ARRAY, size);
}

void _ZdlPvRKSt9nothrow_t(void *object, const void *tag) { _ZdlPv(object); }

void _ZdaPvRKSt9nothrow_t(void *object, const void *tag) { _ZdaPv(object); }

void _ZdlPvSt11align_val_t(void *object, size_t align) { __cassay_delete(object, FAMILY_NEW_ALIGNED); }

void _ZdaPvSt11align_val_t(void *object, size_t align) {
  if (__cassay_replaced("_ZdlPvSt11align_val_t"))
    _ZdlPvSt11align_val_t(object, align);
  else
    __cassay_delete(object, FAMILY_NEW_ARRAY_ALIGNED);
}

void delete_sized_aligned(void *object, size_t size, size_t align) NAMED("_ZdlPv" SZ "St11align_val_t");
void delete_sized_aligned(void *object, size_t size, size_t align) {
  if (__cassay_replaced("_ZdlPvSt11align_val_t"))
    _ZdlPvSt11align_val_t(object, align);
  else
    __cassay_delete_sized(object, FAMILY_NEW_ALIGNED, size);
}

void delete_array_sized_aligned(void *object, size_t size, size_t align)
    NAMED("_ZdaPv" SZ "St11align_val_t");
void delete_array_sized_aligned(void *object, size_t size, size_t align) {
  if (__cassay_replaced("_ZdaPvSt11align_val_t") || __cassay_replaced("_ZdlPvSt11align_val_t"))
    _ZdaPvSt11align_val_t(object, align);
  else
    __cassay_delete_sized(object, FAMILY_NEW_ARRAY_ALIGNED, size);
}

void _ZdlPvSt11align_val_tRKSt9nothrow_t(void *object, size_t align, const void *tag) {
  _ZdlPvSt11align_val_t(object, align);
}

void _ZdaPvSt11align_val_tRKSt9nothrow_t(void *object, size_t align, const void *tag) {
  _ZdaPvSt11align_val_t(object, align);
}

// The tag that chooses the forms which return null.
const char _ZSt7nothrow = 0;
