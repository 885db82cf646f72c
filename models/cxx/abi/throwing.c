// Exceptions from their allocation to the end of their last handler (Itanium C++ ABI: exception handling).
#include "cxx/cxx.h"

void *__cxa_allocate_exception(size_t size) {
  struct exception *exception = __cassay_new(sizeof(struct exception) + size, FAMILY_MALLOC, 16);
  exception->type = NULL;
  exception->destructor = NULL;
  exception->handlers = 0;
  exception->references = 0;
  exception->adjusted = NULL;
  exception->outer = NULL;
  exception->primary = exception;
  exception->object = OBJECT_OF(exception);
  return exception->object;
}

// Frees the memory of an exception whose object was never made, or is destroyed.
void __cxa_free_exception(void *object) { __cassay_delete(OF_OBJECT(object), FAMILY_MALLOC); }

void *__cxa_init_primary_exception(void *object, struct type *type, void (*destructor)(void *)) {
  struct exception *exception = OF_OBJECT(object);
  exception->type = type;
  exception->destructor = destructor;
  return exception;
}

// One owner less of the object of an exception.
static void release(struct exception *primary) {
  if (--primary->references > 0)
    return;
  if (primary->destructor)
    primary->destructor(primary->object);
  __cassay_delete(primary, FAMILY_MALLOC);
}

// One owner less, where the exception may be one that was rethrown from a std::exception_ptr.
static void drop(struct exception *exception) {
  struct exception *primary = exception->primary;
  if (primary != exception)
    __cassay_delete(exception, FAMILY_MALLOC);
  release(primary);
}

static _Noreturn void launch(struct exception *exception) {
  __cassay_cxx_thread.uncaught++;
  __cassay_cxx_thread.in_flight = TOKEN_OF(exception);
  __cassay_unwind(exception->type);
}

void __cxa_throw(void *object, struct type *type, void (*destructor)(void *)) {
  __cxa_init_primary_exception(object, type, destructor);
  struct exception *exception = OF_OBJECT(object);
  exception->references = 1;
  launch(exception);
}

void *__cxa_get_exception_ptr(void *token) { return OF_TOKEN(token)->adjusted; }

void *__cxa_begin_catch(void *token) {
  struct exception *exception = OF_TOKEN(token);
  struct thread_exceptions *thread = &__cassay_cxx_thread;
  // One that was rethrown is still in the list, if its handler has not ended.
  int handlers = exception->handlers;
  exception->handlers = handlers < 0 ? 1 - handlers : handlers + 1;
  thread->uncaught--;
  if (thread->caught != exception) {
    exception->outer = thread->caught;
    thread->caught = exception;
  }
  return exception->adjusted;
}

void __cxa_end_catch(void) {
  struct thread_exceptions *thread = &__cassay_cxx_thread;
  struct exception *exception = thread->caught;
  if (!exception)
    return;
  if (exception->handlers < 0) {
    // It was rethrown: it lives on and only leaves the list.
    if (++exception->handlers == 0)
      thread->caught = exception->outer;
    return;
  }
  if (--exception->handlers == 0) {
    thread->caught = exception->outer;
    drop(exception);
  }
}

void __cxa_rethrow(void) {
  struct exception *exception = __cassay_cxx_thread.caught;
  if (!exception)
    _ZSt9terminatev();
  exception->handlers = -exception->handlers;
  launch(exception);
}

const struct type *__cxa_current_exception_type(void) {
  struct exception *exception = __cassay_cxx_thread.caught;
  return exception ? exception->type : NULL;
}

int _ZSt19uncaught_exceptionsv(void) { return (int)__cassay_cxx_thread.uncaught; }
_Bool _ZSt18uncaught_exceptionv(void) { return __cassay_cxx_thread.uncaught != 0; }

// std::exception_ptr holds the address of the object of a primary exception.
struct exception_ptr {
  void *object;
};

void _ZNSt15__exception_ptr13exception_ptrC1EPv(struct exception_ptr *self, void *object) {
  self->object = object;
  if (object)
    OF_OBJECT(object)->references++;
}
void _ZNSt15__exception_ptr13exception_ptrC2EPv(struct exception_ptr *self, void *object)
    SAME_AS(_ZNSt15__exception_ptr13exception_ptrC1EPv);

void _ZNSt15__exception_ptr13exception_ptrC1Ev(struct exception_ptr *self) { self->object = NULL; }
void _ZNSt15__exception_ptr13exception_ptrC2Ev(struct exception_ptr *self)
    SAME_AS(_ZNSt15__exception_ptr13exception_ptrC1Ev);

void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(struct exception_ptr *self) {
  if (self->object)
    OF_OBJECT(self->object)->references++;
}

void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(struct exception_ptr *self) {
  void *object = self->object;
  self->object = NULL;
  if (object)
    release(OF_OBJECT(object));
}

void _ZNSt15__exception_ptr13exception_ptrC1ERKS0_(struct exception_ptr *self,
                                                   const struct exception_ptr *other) {
  _ZNSt15__exception_ptr13exception_ptrC1EPv(self, other->object);
}
void _ZNSt15__exception_ptr13exception_ptrC2ERKS0_(struct exception_ptr *self,
                                                   const struct exception_ptr *other)
    SAME_AS(_ZNSt15__exception_ptr13exception_ptrC1ERKS0_);

void _ZNSt15__exception_ptr13exception_ptrD1Ev(struct exception_ptr *self) {
  _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(self);
}
void _ZNSt15__exception_ptr13exception_ptrD2Ev(struct exception_ptr *self)
    SAME_AS(_ZNSt15__exception_ptr13exception_ptrD1Ev);

struct exception_ptr *_ZNSt15__exception_ptr13exception_ptraSERKS0_(struct exception_ptr *self,
                                                                    const struct exception_ptr *other) {
  void *old = self->object;
  _ZNSt15__exception_ptr13exception_ptrC1EPv(self, other->object);
  if (old)
    release(OF_OBJECT(old));
  return self;
}

void *_ZNKSt15__exception_ptr13exception_ptr6_M_getEv(const struct exception_ptr *self) {
  return self->object;
}

void _ZNSt15__exception_ptr13exception_ptr4swapERS0_(struct exception_ptr *self,
                                                     struct exception_ptr *other) {
  void *object = self->object;
  self->object = other->object;
  other->object = object;
}

const struct type *
_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv(const struct exception_ptr *self) {
  return self->object ? OF_OBJECT(self->object)->type : NULL;
}

_Bool _ZNSt15__exception_ptreqERKNS_13exception_ptrES2_(const struct exception_ptr *a,
                                                        const struct exception_ptr *b) {
  return a->object == b->object;
}

_Bool _ZNSt15__exception_ptrneERKNS_13exception_ptrES2_(const struct exception_ptr *a,
                                                        const struct exception_ptr *b) {
  return a->object != b->object;
}

// std::current_exception: the result is returned through memory.
void _ZSt17current_exceptionv(struct exception_ptr *result) {
  struct exception *exception = __cassay_cxx_thread.caught;
  _ZNSt15__exception_ptr13exception_ptrC1EPv(result, exception ? exception->primary->object : NULL);
}

// Every rethrow of a std::exception_ptr is an exception of its own that shares the object.
_Noreturn void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(struct exception_ptr *pointer) {
  CLAIM(pointer->object, "the exception_ptr that is rethrown is not null");
  struct exception *primary = OF_OBJECT(pointer->object);
  struct exception *exception = OF_OBJECT(__cxa_allocate_exception(0));
  exception->type = primary->type;
  exception->primary = primary;
  exception->object = primary->object;
  primary->references++;
  launch(exception);
}
