// The primitives of models/cassay.h as this test needs them, and the order of the checks.
#include "check.h"
#include <errno.h>
#include <stdlib.h>

long checks, failures;
const char *doing;
double any_double_value;
float any_float_value;
long double any_ldouble_value;
int asked, excluded, claims_failed;
_Bool integers_are_open, any_bool_value;
long any_integer_value;

extern __typeof__(__errno_location) model___errno_location;

int *model_errno(void) { return model___errno_location(); }

uint64_t random_bits(void) {
  static uint64_t state = 0x9e3779b97f4a7c15;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1d;
}

void __cassay_claim(_Bool condition, const char *class_id, const char *message) {
  claims_failed += !condition;
}

void __cassay_assume(_Bool condition) { excluded |= !condition; }

double __cassay_any_double(const char *what) {
  asked = 1;
  return any_double_value;
}

float __cassay_any_float(const char *what) {
  asked = 1;
  return any_float_value;
}

long double __cassay_any_ldouble(const char *what) {
  asked = 1;
  return any_ldouble_value;
}

void __cassay_note(const char *assumption) {}
void __cassay_hides(const char *assumption) {}

// The checks call nothing that is left open otherwise.
static void unexpected(const char *what) {
  // Whatever these are, the results are right.
  if (strcmp(what, "value of a comparison") == 0 || strcmp(what, "equal elements change places") == 0)
    return;
  printf("%s: asks for %s\n", doing ? doing : "?", what);
  exit(1);
}

void __cassay_unsupported(const char *what) { unexpected(what); }

#define ANY(name, type)                                                                            \
  type __cassay_any_##name(const char *what) {                                                     \
    if (!integers_are_open)                                                                        \
      unexpected(what);                                                                            \
    return (type)any_integer_value;                                                                \
  }
ANY(char, char)
ANY(schar, signed char)
ANY(uchar, unsigned char)
ANY(short, short)
ANY(ushort, unsigned short)
ANY(int, int)
ANY(uint, unsigned)
ANY(long, long)
ANY(ulong, unsigned long)
ANY(llong, long long)
ANY(ullong, unsigned long long)
ANY(size, size_t)

_Bool __cassay_any_bool(const char *what) {
  if (!integers_are_open)
    unexpected(what);
  return any_bool_value;
}

void *__cassay_any_ptr(const char *what) {
  unexpected(what);
  return NULL;
}

void __cassay_havoc(void *bytes, size_t n, const char *what) {
  if (!integers_are_open)
    unexpected(what);
  memset(bytes, 0x5a, n);
}

// Objects live as long as the program.
void *__cassay_object(size_t size) {
  void *object = malloc(size);
  if (!object)
    unexpected("an object");
  return object;
}

void __cassay_havoc_object(const void *object, const char *what) { unexpected(what); }

// Objects of the heap alone, which begin where the pointer leads.
size_t malloc_usable_size(void *);
size_t __cassay_object_size(const void *pointer) { return malloc_usable_size((void *)pointer); }

size_t __cassay_offset(const void *pointer) { return 0; }

void __VERIFIER_atomic_begin(void) {}

void __VERIFIER_atomic_end(void) {}

int main(void) {
  check_strings();
  check_numbers();
  check_format();
  check_exact_math();
  check_other_math();
  check_time();
  check_environment();
  check_random();
  check_paths();
  CHECK(claims_failed == 0, "%d claims failed", claims_failed);
  printf("%ld checks, %ld failures\n", checks, failures);
  return failures != 0;
}
