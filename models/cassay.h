// The primitives that models may use beside C. Cassay gives them their meaning.
#ifndef CASSAY_H
#define CASSAY_H

#include <stddef.h>

// The program claims that the condition holds; a violation is reported at the line of the caller.
// Class and message are literals; the classes are those of Cassay's properties.
void __cassay_claim(_Bool condition, const char *class_id, const char *message);
// Only executions in which the condition holds are considered.
void __cassay_assume(_Bool condition);
// The thread goes on only in states in which the condition holds: it waits for other threads. In an atomic
// section, it waits before the section.
void __cassay_wait(_Bool condition);

// Any value of a type, an input that a trace shows under the given name. A name that starts with
// "approximate " says that the real function computes one value of these, or chooses among fewer: a
// violation that rests on it is not reported as one. Assumptions that a model makes of such values
// must be met by what the function gives, whatever its arguments are. Pointers are not approximated.
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

// Any contents for n bytes; the access is checked like a write. Names are as above, here and below.
void __cassay_havoc(void *bytes, size_t n, const char *what);
// The same, where every byte is one of a set: a bit for each byte, 64 bytes a word. `otherwise` is a
// byte of the set.
void __cassay_havoc_among(void *bytes, size_t n, unsigned long long set0, unsigned long long set1,
                          unsigned long long set2, unsigned long long set3,
                          unsigned char otherwise, const char *what);
// Whether symbolic execution knows a value. Only how a result is computed may depend on it: where
// a value is known the result can be computed exactly, where it is not that may be too dear.
_Bool __cassay_known_char(char value);
_Bool __cassay_known_int(int value);
_Bool __cassay_known_size(size_t value);
_Bool __cassay_known_ldouble(long double value);
// Any contents for the whole object, when the pointer leads to a live one that may be written.
void __cassay_havoc_object(const void *object, const char *what);
// A new object that lives as long as the program and is not the program's to free.
void *__cassay_object(size_t size);
// The size of the object a pointer leads to, 0 when there is none, and the offset inside it.
size_t __cassay_object_size(const void *pointer);
size_t __cassay_offset(const void *pointer);
// Names an assumption that the answer rests on whenever the function is linked.
void __cassay_note(const char *assumption);
// The same of an assumption that could hide a violation: nothing is proved behind it.
void __cassay_hides(const char *assumption);
// Ends the execution: what comes now is not modelled.
void __cassay_unsupported(const char *what);

// The rounding mode, encoded as FLT_ROUNDS: 0 to zero, 1 to nearest, 2 upward, 3 downward.
extern int __cassay_rounding_mode;

// A precondition of a library function.
#define CLAIM(condition, message) __cassay_claim((condition), "library-call", (message))

// Whether n bytes at one place and m bytes at another have none in common.
static inline _Bool __cassay_apart(const void *a, size_t n, const void *b, size_t m) {
  size_t x = __cassay_offset(a), y = __cassay_offset(b);
  return n == 0 || m == 0 || (const char *)a - x != (const char *)b - y || (x < y ? n <= y - x : m <= x - y);
}

// Objects between which a function copies do not overlap.
#define CLAIM_APART(a, n, b, m)                                                                    \
  __cassay_claim(__cassay_apart((a), (n), (b), (m)), "overlap", "overlapping memory regions")

// Reads a byte for its check only.
#define TOUCH(pointer)                                                                             \
  do {                                                                                             \
    char touched = *(const char *)(pointer);                                                       \
    (void)touched;                                                                                 \
  } while (0)

#endif
