// std::exception_ptr and std::nested_exception of libc++: what libstdc++ has under other names.
#include "cxx/cxx.h"

struct exception_ptr {
  void *object;
};

void _ZNSt15__exception_ptr13exception_ptrC1EPv(struct exception_ptr *self, void *object);
void _ZNSt15__exception_ptr13exception_ptrD1Ev(struct exception_ptr *self);
struct exception_ptr *_ZNSt15__exception_ptr13exception_ptraSERKS0_(struct exception_ptr *self,
                                                                    const struct exception_ptr *other);
void _ZSt17current_exceptionv(struct exception_ptr *result);
_Noreturn void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(struct exception_ptr *pointer);

void _ZNSt13exception_ptrC1ERKS_(struct exception_ptr *self, const struct exception_ptr *other) {
  _ZNSt15__exception_ptr13exception_ptrC1EPv(self, other->object);
}
void _ZNSt13exception_ptrC2ERKS_(struct exception_ptr *self, const struct exception_ptr *other)
    SAME_AS(_ZNSt13exception_ptrC1ERKS_);

void _ZNSt13exception_ptrD1Ev(struct exception_ptr *self) {
  _ZNSt15__exception_ptr13exception_ptrD1Ev(self);
}
void _ZNSt13exception_ptrD2Ev(struct exception_ptr *self) SAME_AS(_ZNSt13exception_ptrD1Ev);

struct exception_ptr *_ZNSt13exception_ptraSERKS_(struct exception_ptr *self,
                                                  const struct exception_ptr *other) {
  return _ZNSt15__exception_ptr13exception_ptraSERKS0_(self, other);
}

// The result is returned through memory.
void _ZNSt13exception_ptr31__from_native_exception_pointerEPv(struct exception_ptr *result,
                                                              void *object) {
  _ZNSt15__exception_ptr13exception_ptrC1EPv(result, object);
}

_Noreturn void _ZSt17rethrow_exceptionSt13exception_ptr(struct exception_ptr *pointer) {
  _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(pointer);
}

struct nested_exception {
  const void *const *vtable;
  struct exception_ptr inner;
};
extern const void *const _ZTVSt16nested_exception[4];

void _ZNSt16nested_exceptionC1Ev(struct nested_exception *self) {
  self->vtable = &_ZTVSt16nested_exception[2];
  _ZSt17current_exceptionv(&self->inner);
}
void _ZNSt16nested_exceptionC2Ev(struct nested_exception *self) SAME_AS(_ZNSt16nested_exceptionC1Ev);

void _ZNKSt16nested_exception14rethrow_nestedEv(const struct nested_exception *self) {
  if (!self->inner.object)
    _ZSt9terminatev();
  struct exception_ptr copy;
  _ZNSt15__exception_ptr13exception_ptrC1EPv(&copy, self->inner.object);
  _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(&copy);
}
