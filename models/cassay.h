// The primitives that models may use in addition to C. The front-end translates calls of them.
#ifndef CASSAY_H
#define CASSAY_H

#include <stddef.h>

#ifdef __cplusplus
typedef bool _Bool;
extern "C" {
#endif

// An assertion. A violation is reported at the line of the call in the program. Class and message are
// string literals; the class is the id of a property class of Cassay.
void __cassay_claim(_Bool condition, const char *class_id, const char *message);
// Only executions in which the condition holds are considered.
void __cassay_assume(_Bool condition);
// Blocks the thread until the condition holds. Inside an atomic section it waits before the section, so
// that the section stays atomic.
void __cassay_wait(_Bool condition);
// The same where one thread alone can make the condition true: its number plus 1, or 0 if others may.
void __cassay_wait_for(_Bool condition, int holder);

// From here on the thread holds a lock: mode 1 if others can hold it as well, 2 if not, 0 if it no longer
// holds it. Only needed where the order of locks is checked.
void __cassay_hold(const volatile void *lock, size_t mode);
// Claims that the thread, which waits for a lock in this mode, cannot block others by it.
void __cassay_claim_order(const volatile void *lock, size_t mode);

// A nondeterministic value, which a trace shows under the given name. The prefix "approximate " marks an
// over-approximation: the real function determines the value, or chooses among fewer values. A violation
// that depends on such a value is not reported; the answer is unknown. An assumption of a model about
// such a value must hold for the value that the real function gives, for all arguments. Pointers are
// never approximate.
_Bool __cassay_any_bool(const char *what);
char __cassay_any_char(const char *what);
signed char __cassay_any_schar(const char *what);
unsigned char __cassay_any_uchar(const char *what);
short __cassay_any_short(const char *what);
unsigned short __cassay_any_ushort(const char *what);
int __cassay_any_int(const char *what);
unsigned __cassay_any_uint(const char *what);
long __cassay_any_long(const char *what);
unsigned long __cassay_any_ulong(const char *what);
long long __cassay_any_llong(const char *what);
unsigned long long __cassay_any_ullong(const char *what);
size_t __cassay_any_size(const char *what);
float __cassay_any_float(const char *what);
double __cassay_any_double(const char *what);
long double __cassay_any_ldouble(const char *what);
void *__cassay_any_ptr(const char *what);

// Nondeterministic contents for n bytes. The access is checked like a write. `what` is a name as above.
void __cassay_havoc(void *bytes, size_t n, const char *what);
// The same, with bytes from a set, given as a bit mask of 256 bits. `otherwise` is a member of the set.
void __cassay_havoc_among(void *bytes, size_t n, unsigned long long set0, unsigned long long set1,
                          unsigned long long set2, unsigned long long set3,
                          unsigned char otherwise, const char *what);
// Whether the value is a constant during symbolic execution. A model may use this only to choose between
// an exact computation, which would be too expensive for symbolic values, and an approximation.
_Bool __cassay_known_char(char value);
_Bool __cassay_known_int(int value);
_Bool __cassay_known_size(size_t value);
_Bool __cassay_known_ldouble(long double value);
// Nondeterministic contents for the whole object, if the pointer leads to a live and writable one.
void __cassay_havoc_object(const void *object, const char *what);
// A new object with static lifetime, which the program must not free.
void *__cassay_object(size_t size);
// The families of functions that allocate and free objects on the heap.
#define FAMILY_MALLOC 0
#define FAMILY_NEW 1
#define FAMILY_NEW_ARRAY 2
#define FAMILY_NEW_ALIGNED 3
#define FAMILY_NEW_ARRAY_ALIGNED 4
// A new object on the heap that belongs to a family. Family and alignment are constants.
void *__cassay_new(size_t size, size_t family, size_t align);
// Ends the lifetime of an object on the heap. Claims that it belongs to the family, and has the size.
void __cassay_delete(void *object, size_t family);
void __cassay_delete_sized(void *object, size_t family, size_t size);
// Whether the program itself defines a function, whose name is a string literal.
_Bool __cassay_replaced(const char *name);
// The size of the object that a pointer leads to, 0 if there is none, and the offset of the pointer.
size_t __cassay_object_size(const void *pointer);
size_t __cassay_offset(const void *pointer);
// Records an assumption of the model. A run that calls the model lists it.
void __cassay_note(const char *assumption);
// The same for an assumption that may hide a violation: the answer is then never "safe".
void __cassay_hides(const char *assumption);
// Leaves this function, and those that called it, up to the next call with a landing pad. Executions with
// different types are not merged before a landing pad has decided which of its clauses accepts the type.
_Noreturn void __cassay_unwind(const void *type);
// Marks a point that is not modelled. An execution that can reach it makes the answer unknown.
void __cassay_unsupported(const char *what);

// The rounding mode, encoded as FLT_ROUNDS: 0 to zero, 1 to nearest, 2 upward, 3 downward.
extern int __cassay_rounding_mode;

// A precondition of a library function.
#define CLAIM(condition, message) __cassay_claim((condition), "library-call", (message))

// Whether a range of n bytes and one of m bytes have no byte in common.
static inline _Bool __cassay_apart(const void *a, size_t n, const void *b, size_t m) {
  size_t x = __cassay_offset(a), y = __cassay_offset(b);
  return n == 0 || m == 0 || (const char *)a - x != (const char *)b - y || (x < y ? n <= y - x : m <= x - y);
}

// The property that source and target of a copy do not overlap.
#define CLAIM_APART(a, n, b, m)                                                                    \
  __cassay_claim(__cassay_apart((a), (n), (b), (m)), "overlap", "overlapping memory regions")

// Reads a byte, so that the access is checked. The value is not used.
#define TOUCH(pointer)                                                                             \
  do {                                                                                             \
    char touched = *(const char *)(pointer);                                                       \
    (void)touched;                                                                                 \
  } while (0)

#ifdef __cplusplus
}
#endif

#endif
