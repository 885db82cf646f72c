// The primitives of models/cassay.h as this test needs them, and the order of the checks.
#include "check.h"
#include <errno.h>
#include <setjmp.h>
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

struct world world;

// The lengths chosen so far, and where the search goes on when one was wrong.
static size_t choices[64];
static int chosen, made;
static jmp_buf *search;

void __cassay_assume(_Bool condition) {
  if (!condition && search)
    longjmp(*search, 1);
  excluded |= !condition;
}

_Bool allows(_Bool (*attempt)(void *), void *data) {
  struct world start = world;
  made = 0;
  for (;;) {
    jmp_buf here;
    world = start;
    chosen = 0;
    search = &here;
    _Bool found = setjmp(here) == 0 && attempt(data);
    search = NULL;
    if (found)
      return 1;
    // The last choice was wrong; the one before it when there is no other.
    while (made > 0 && choices[made - 1] >= world.length)
      made--;
    if (made == 0)
      return 0;
    choices[made - 1]++;
  }
}

// Any number up to the length of the input.
static size_t choose(void) {
  if (chosen == made)
    choices[made++] = 0;
  size_t choice = choices[chosen++];
  __cassay_assume(made < 60 && choice <= world.length);
  return choice;
}

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
ANY(uint, unsigned)
ANY(long, long)
ANY(ulong, unsigned long)
ANY(llong, long long)

static _Bool is(const char *what, const char *wanted) { return strcmp(what, wanted) == 0; }

_Bool __cassay_any_bool(const char *what) {
  if (integers_are_open)
    return any_bool_value;
  if (is(what, "the input ends before the line"))
    return world.at == world.length || world.text[world.at++] != '\n';
  if (!is(what, "input ends by an error") && !is(what, "no room for a second character"))
    unexpected(what);
  return 0;
}

int __cassay_any_int(const char *what) {
  if (integers_are_open)
    return (int)any_integer_value;
  if (!is(what, "character read"))
    unexpected(what);
  return world.at < world.length ? (unsigned char)world.text[world.at++] : -1;
}

unsigned long long __cassay_any_ullong(const char *what) {
  if (integers_are_open)
    return (unsigned long long)any_integer_value;
  if (!is(what, "number read"))
    unexpected(what);
  // A number that starts at any place of what was read.
  size_t start = choose();
  char *end;
  return start < world.length ? strtoull(world.text + start, &end, 10) : 0;
}

size_t __cassay_any_size(const char *what) {
  if (integers_are_open)
    return (size_t)any_integer_value;
  size_t left = world.length - world.at;
  if (is(what, "length of the line read")) {
    size_t length = 0;
    while (length < left && length < world.room && world.text[world.at + length] != '\n')
      length++;
    world.line = world.at;
    world.at += length;
    return length;
  }
  // As much as any line of the checks needs, and not more than the model allows.
  if (is(what, "memory for the line"))
    return 200;
  if (is(what, "number of elements read") || is(what, "bytes of an element read in part")) {
    size_t most = left + world.pushed < world.room ? left + world.pushed : world.room;
    return is(what, "number of elements read") ? most / world.size : most % world.size;
  }
  if (!is(what, "length of the text read"))
    unexpected(what);
  size_t length = choose();
  __cassay_assume(length <= left);
  world.at += length;
  return length;
}

void __cassay_havoc_among(void *bytes, size_t n, unsigned long long set0, unsigned long long set1,
                          unsigned long long set2, unsigned long long set3,
                          unsigned char otherwise, const char *what) {
  unsigned long long set[4] = {set0, set1, set2, set3};
  size_t start = is(what, "line read") ? world.line : world.at - n;
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)world.text[start + i];
    __cassay_assume(set[c / 64] >> c % 64 & 1);
    ((unsigned char *)bytes)[i] = c;
  }
}

// Everything is known here.
_Bool __cassay_known_char(char value) { return 1; }
_Bool __cassay_known_int(int value) { return 1; }
_Bool __cassay_known_size(size_t value) { return 1; }
_Bool __cassay_known_ldouble(long double value) { return 1; }

void __cassay_havoc(void *bytes, size_t n, const char *what) {
  if (integers_are_open) {
    memset(bytes, 0x5a, n);
    return;
  }
  if (is(what, "wide characters printed in vain"))
    return;
  if (!is(what, "elements read"))
    unexpected(what);
  memcpy(bytes, world.text + world.at, n);
  world.at += n;
}

void *__cassay_any_ptr(const char *what) {
  unexpected(what);
  return NULL;
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
  check_scan();
  check_streams();
  check_wide_text();
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
