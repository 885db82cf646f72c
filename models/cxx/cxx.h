// Layouts and symbols of the C++ ABI (Itanium C++ ABI) and of libstdc++ that the models share.
//
// Names are the mangled ones. Where a name depends on the width of size_t, SZ is its letter.
#ifndef CASSAY_CXX_H
#define CASSAY_CXX_H

#include "cassay.h"
#include <stdint.h>

#ifdef __LP64__
#define SZ "m"
#define SSZ "l"
#else
#define SZ "j"
#define SSZ "i"
#endif

// The symbol of a declaration.
#define NAMED(symbol) __asm__(symbol)
// Another symbol for a function of the same file.
#define SAME_AS(name) __attribute__((alias(#name)))

// A vtable as its address point sees it: the functions; before them the type and the offset to the top.
typedef void (*virtual_function)(void);

// std::type_info and what is derived from it. The vtable tells which one it is.
struct type {
  const void *const *vtable;
  const char *name;
};

struct si_class_type {
  struct type type;
  const struct type *base;
};

struct base_class {
  const struct type *type;
  // Bit 0: virtual, bit 1: public; above bit 8 the offset of the base, or of its entry in the vtable.
  long offset_flags;
};

struct vmi_class_type {
  struct type type;
  unsigned flags;
  unsigned base_count;
  struct base_class bases[];
};

struct pbase_type {
  struct type type;
  unsigned flags;
  const struct type *pointee;
};

struct pointer_to_member_type {
  struct pbase_type pbase;
  const struct type *context;
};

// The vtables of the type_info classes. A type_info points at the third entry.
extern const void *const _ZTVN10__cxxabiv117__class_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv120__si_class_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv121__vmi_class_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv123__fundamental_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv119__pointer_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv129__pointer_to_member_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv120__function_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv117__array_type_infoE[8];
extern const void *const _ZTVN10__cxxabiv116__enum_type_infoE[8];

extern const struct type _ZTIv, _ZTIDn;

// Whether two typeinfos are of one type.
_Bool __cassay_cxx_same(const struct type *a, const struct type *b);

// A subobject of a given type in an object.
struct subobject {
  // Null if there is none.
  const struct type *type;
  // Its address; null if that of the whole object is.
  char *at;
  // Whether a path of public bases leads to it.
  _Bool is_public;
  // Whether there is another one.
  _Bool ambiguous;
};
// The base of the given type in an object of a class; the class itself counts.
void __cassay_cxx_find_base(const struct type *whole, char *at, const struct type *wanted,
                            struct subobject *found);

// An exception. The unwind header and the object that was thrown follow it in memory; clang knows that the
// object is 32 bytes behind the token that landing pads get.
struct exception {
  const struct type *type;
  void (*destructor)(void *);
  // Handlers that are active for it; negative if it has been rethrown by the last one.
  int handlers;
  // How many std::exception_ptr share it; one more while it is in flight or handled.
  int references;
  // What the current handler gets.
  void *adjusted;
  // The types of the exception specification that it violates.
  const struct type *const *listed;
  size_t listed_count;
  // The exception that was handled when the handler of this one became active.
  struct exception *outer;
  // For an exception that std::rethrow_exception threw: the one that owns the object.
  struct exception *primary;
  // The object, where this is the primary exception.
  void *object;
  struct {
    long words[32 / sizeof(long)];
  } unwind;
} __attribute__((aligned(16)));

#define UNWIND_BYTES 32
#define OF_OBJECT(object) ((struct exception *)((char *)(object) - sizeof(struct exception)))
#define OBJECT_OF(exception) ((void *)((exception) + 1))
#define OF_TOKEN(token) OF_OBJECT((char *)(token) + UNWIND_BYTES)
#define TOKEN_OF(exception) ((void *)((char *)OBJECT_OF(exception) - UNWIND_BYTES))

// The state of a thread.
struct thread_exceptions {
  // The token of the exception in flight.
  void *in_flight;
  // Whether a clause of the current landing pad has accepted it.
  _Bool accepted;
  // The exceptions that are handled, the innermost first.
  struct exception *caught;
  // How many are thrown and not handled yet.
  unsigned uncaught;
};
extern _Thread_local struct thread_exceptions __cassay_cxx_thread;

void *__cxa_allocate_exception(size_t size);
void __cxa_free_exception(void *object);
_Noreturn void __cxa_throw(void *object, struct type *type, void (*destructor)(void *));
void __cxa_bad_cast(void);
_Noreturn void _ZSt9terminatev(void);

// Ends the program after a violation was claimed, or where none is.
_Noreturn void abort(void);

// std::string with the layout of __cxx11.
struct string {
  char *data;
  size_t size;
  union {
    char local[16];
    size_t capacity;
  };
};

#endif
