// Exceptions of C++ (Itanium C++ ABI: Exception Handling, 2.4 and 2.5): the object in flight, and which
// clauses of a landing pad accept it.
//
// The front-end lowers `landingpad` to calls of __cassay_cxx_take, __cassay_cxx_catches and
// __cassay_cxx_listed, and `resume` to one of __cassay_cxx_resume. What it passes on between them is the
// address of the thrown object.
#include "cassay.h"

typedef struct Header {
  const void *type;
  void (*destroy)(void *);
  // What __cxa_begin_catch returns: the base that the handler names.
  void *adjusted;
  // How many handlers are active for it; negative once one of them has thrown it again.
  long handlers;
  // The next older caught exception.
  struct Header *below;
  // The object follows.
  _Alignas(16) char object[];
} Header;

// What is being thrown and not caught yet.
static _Thread_local void *in_flight;
static _Thread_local const void *type_in_flight;
// Whether a clause of the current landing pad has accepted it.
static _Thread_local _Bool accepted;
// The caught exceptions, the youngest first.
static _Thread_local Header *caught;

void *malloc(size_t);
void free(void *);

static Header *header_of(void *object) {
  return (Header *)((char *)object - offsetof(Header, object));
}

void *__cxa_allocate_exception(size_t size) {
  Header *header = __cassay_object(sizeof *header + size);
  header->type = NULL;
  header->destroy = NULL;
  header->adjusted = NULL;
  header->handlers = 0;
  header->below = NULL;
  return header->object;
}

void __cxa_free_exception(void *object) {
}

static _Noreturn void start_unwinding(void *object) {
  in_flight = object;
  type_in_flight = header_of(object)->type;
  __cassay_unwind(type_in_flight);
}

_Noreturn void __cxa_throw(void *object, void *type, void (*destroy)(void *)) {
  Header *header = header_of(object);
  header->type = type;
  header->destroy = destroy;
  start_unwinding(object);
}

// Continues with the exception that a landing pad took and did not handle.
_Noreturn void __cassay_cxx_resume(void *object) {
  start_unwinding(object);
}

// The object in flight, at the start of a landing pad.
void *__cassay_cxx_take(void) {
  accepted = 0;
  return in_flight;
}

// Whether a clause `catch` accepts the exception; a null type accepts everything. After a clause that
// accepts it no other does.
int __cassay_cxx_catches(void *object, const void *type) {
  if (accepted)
    return 0;
  if (type != NULL && type_in_flight != type)
    return 0;
  header_of(object)->adjusted = object;
  accepted = 1;
  return 1;
}

// Whether a list of types accepts the exception. If not, a clause `filter` with that list applies.
int __cassay_cxx_listed(void *object, const void *const *types, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (types[i] == type_in_flight)
      return 1;
  return 0;
}

void *__cxa_get_exception_ptr(void *object) {
  return header_of(object)->adjusted;
}

void *__cxa_begin_catch(void *object) {
  Header *header = header_of(object);
  header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
  if (caught != header) {
    header->below = caught;
    caught = header;
  }
  return header->adjusted;
}

void __cxa_end_catch(void) {
  Header *header = caught;
  if (header == NULL)
    return;
  if (header->handlers < 0) {
    header->handlers++;
    if (header->handlers == 0)
      caught = header->below;
    return;
  }
  header->handlers--;
  if (header->handlers > 0)
    return;
  caught = header->below;
  if (header->destroy)
    header->destroy(header->object);
}

_Noreturn void __cxa_rethrow(void) {
  Header *header = caught;
  if (header == NULL) {
    __cassay_claim(0, "terminate", "throw without an exception to throw again");
    __cassay_assume(0);
  }
  header->handlers = -header->handlers;
  start_unwinding(header->object);
}

_Noreturn void _ZSt9terminatev(void) {
  __cassay_claim(0, "terminate", "call of std::terminate");
  __cassay_assume(0);
  __builtin_unreachable();
}

// Only its name is used: functions with landing pads refer to it.
int __gxx_personality_v0(void) {
  return 0;
}
