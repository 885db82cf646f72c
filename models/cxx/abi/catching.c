// Which handlers an exception matches ([except.handle]), and the exception in flight.
#include "cxx/cxx.h"

_Thread_local struct thread_exceptions __cassay_cxx_thread;

// The token of the exception in flight, at the start of a landing pad.
void *__cassay_cxx_take(void) {
  __cassay_cxx_thread.accepted = 0;
  return __cassay_cxx_thread.in_flight;
}

// Functions with landing pads refer to it, so that this file is linked; it is never called.
int __gxx_personality_v0(void) { return 0; }

// Continues with the exception that a landing pad took and does not handle.
_Noreturn void __cassay_cxx_resume(void *token) {
  __cassay_cxx_thread.in_flight = token;
  __cassay_unwind(OF_TOKEN(token)->type);
}

static _Bool is_pointer(const struct type *type) {
  return type->vtable == &_ZTVN10__cxxabiv119__pointer_type_infoE[2];
}

static _Bool is_pointer_to_member(const struct type *type) {
  return type->vtable == &_ZTVN10__cxxabiv129__pointer_to_member_type_infoE[2];
}

static _Bool is_class(const struct type *type) {
  return type->vtable == &_ZTVN10__cxxabiv117__class_type_infoE[2] ||
         type->vtable == &_ZTVN10__cxxabiv120__si_class_type_infoE[2] ||
         type->vtable == &_ZTVN10__cxxabiv121__vmi_class_type_infoE[2];
}

// Whether an object of a thrown class type is caught as a class; then `at` becomes that part's address.
static _Bool class_matches(const struct type *thrown, const struct type *caught, char **at) {
  struct subobject found;
  if (!is_class(thrown) || !is_class(caught))
    return 0;
  __cassay_cxx_find_base(thrown, *at, caught, &found);
  if (!found.type || found.ambiguous || !found.is_public)
    return 0;
  *at = found.at;
  return 1;
}

#define CV 7u
#define CONST 1u
#define NOEXCEPT 64u

// Whether a pointer converts to the type of a handler: by qualification, to a base or to void.
static _Bool pointer_matches(const struct type *thrown, const struct type *caught, char **value) {
  _Bool outermost = 1, all_const = 1;
  while (thrown != caught) {
    if (thrown->vtable != caught->vtable || !(is_pointer(thrown) || is_pointer_to_member(thrown)))
      return 0;
    const struct pbase_type *from = (const struct pbase_type *)thrown;
    const struct pbase_type *to = (const struct pbase_type *)caught;
    if (is_pointer_to_member(thrown) && ((const struct pointer_to_member_type *)from)->context !=
                                            ((const struct pointer_to_member_type *)to)->context)
      return 0;
    // Qualifiers are added only where every level above is a constant in the handler.
    if (from->flags & CV & ~to->flags || (to->flags & NOEXCEPT & ~from->flags))
      return 0;
    if (!all_const && (from->flags & CV) != (to->flags & CV))
      return 0;
    all_const &= outermost || to->flags & CONST;
    thrown = from->pointee;
    caught = to->pointee;
    if (outermost && is_pointer(&from->type)) {
      if (thrown == caught)
        return 1;
      if (caught == &_ZTIv)
        return thrown->vtable != &_ZTVN10__cxxabiv120__function_type_infoE[2];
      if (is_class(thrown))
        return class_matches(thrown, caught, value);
    }
    outermost = 0;
  }
  return 1;
}

// The null pointer to a data member.
static const ptrdiff_t no_member = -1;
static const ptrdiff_t no_function[2] = {0, 0};

static _Bool matches(struct exception *exception, const struct type *caught) {
  const struct type *thrown = exception->type;
  char *object = exception->object;
  exception->adjusted = object;
  if (is_pointer(thrown))
    exception->adjusted = *(void **)object;
  if (!caught || thrown == caught)
    return 1;
  if (thrown == &_ZTIDn) {
    if (is_pointer(caught)) {
      exception->adjusted = NULL;
      return 1;
    }
    if (is_pointer_to_member(caught)) {
      const struct type *member = ((const struct pbase_type *)caught)->pointee;
      _Bool is_function = member->vtable == &_ZTVN10__cxxabiv120__function_type_infoE[2];
      exception->adjusted = (void *)(is_function ? no_function : &no_member);
      return 1;
    }
    return 0;
  }
  if (is_pointer(thrown) || is_pointer_to_member(thrown)) {
    char *value = exception->adjusted;
    if (!pointer_matches(thrown, caught, &value))
      return 0;
    exception->adjusted = value;
    return 1;
  }
  char *at = object;
  if (!class_matches(thrown, caught, &at))
    return 0;
  exception->adjusted = at;
  return 1;
}

// Whether a clause `catch` accepts the exception; a null type accepts everything. No clause does after
// one has.
int __cassay_cxx_catches(void *token, const struct type *caught) {
  if (__cassay_cxx_thread.accepted || !matches(OF_TOKEN(token), caught))
    return 0;
  __cassay_cxx_thread.accepted = 1;
  return 1;
}

// Whether a list of types accepts the exception. If not, the clause `filter` with that list applies.
int __cassay_cxx_listed(void *token, const struct type *const *types, size_t count) {
  struct exception *exception = OF_TOKEN(token);
  for (size_t i = 0; i < count; i++)
    if (matches(exception, types[i]))
      return 1;
  exception->listed = types;
  exception->listed_count = count;
  return 0;
}

// Whether the exception specification that an exception violates lists a type.
_Bool __cassay_cxx_specified(void *token, const struct type *type) {
  struct exception *exception = OF_TOKEN(token);
  for (size_t i = 0; i < exception->listed_count; i++)
    if (exception->listed[i] == type)
      return 1;
  return 0;
}

// Whether it accepts the exception that is handled now.
_Bool __cassay_cxx_allows_current(void *token) {
  struct exception *exception = OF_TOKEN(token);
  struct exception *current = __cassay_cxx_thread.caught;
  for (size_t i = 0; i < exception->listed_count; i++)
    if (matches(current, exception->listed[i]))
      return 1;
  return 0;
}
