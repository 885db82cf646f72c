
#undef main
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#pragma GCC diagnostic ignored "-Wincompatible-library-redeclaration"
#pragma GCC diagnostic ignored "-Wdeprecated-non-prototype"
#pragma GCC diagnostic ignored "-Wint-conversion"

#define WEAK __attribute__((weak))
typedef __UINTPTR_TYPE__ cassay_word;

extern long cassay_read(int, void *, cassay_word) __asm__("read");
extern void cassay_leave(int) __asm__("_exit") __attribute__((noreturn));
static int cassay_enter(void);

static const unsigned char *cassay_seed;
static cassay_word cassay_left;

#ifdef LIBFUZZER
static void *cassay_end[5];
static __attribute__((noreturn)) void cassay_stop(void) { __builtin_longjmp(cassay_end, 1); }

/* Variables of the program keep their values from one seed to the next. */
int LLVMFuzzerTestOneInput(const unsigned char *data, cassay_word size) {
  cassay_seed = data;
  cassay_left = size;
  if (!__builtin_setjmp(cassay_end)) cassay_enter();
  return 0;
}
#else
static __attribute__((noreturn)) void cassay_stop(void) { cassay_leave(0); }

int main(void) {
  static unsigned char bytes[1 << 20];
  long count;
  cassay_seed = bytes;
  while (cassay_left < sizeof bytes && (count = cassay_read(0, bytes + cassay_left, sizeof bytes - cassay_left)) > 0)
    cassay_left += (cassay_word)count;
  return cassay_enter();
}
#endif

/* The execution ends where the seed is used up. */
static __attribute__((unused)) void cassay_take(void *to, cassay_word size) {
  if (cassay_left < size) cassay_stop();
  for (cassay_word i = 0; i < size; i++) ((unsigned char *)to)[i] = cassay_seed[i];
  cassay_seed += size;
  cassay_left -= size;
}
#define CASSAY_TAKE(object) cassay_take((void *)&(object), sizeof(object))
#define CASSAY_INPUT(name, type) WEAK type name() { type value; CASSAY_TAKE(value); return value; }
#define CASSAY_BOOL(name) WEAK _Bool name() { unsigned char value; CASSAY_TAKE(value); return value & 1; }
#define CASSAY_INPUTS(name, first, second) \
  WEAK struct { first a; second b; } name() { \
    __typeof__(name()) value; \
    CASSAY_TAKE(value.a); \
    CASSAY_TAKE(value.b); \
    return value; \
  }

static void cassay_assume(int condition) { if (!condition) cassay_stop(); }
static void cassay_claim(int condition) { if (!condition) __builtin_abort(); }
WEAK void __VERIFIER_assume(int c) { cassay_assume(c); }
WEAK void __ESBMC_assume(_Bool c) { cassay_assume(c); }
WEAK void __CPROVER_assume(_Bool c) { cassay_assume(c); }
WEAK void __llbmc_assume(int c) { cassay_assume(c); }
WEAK void __VERIFIER_assert(int c) { cassay_claim(c); }
WEAK void __ESBMC_assert(_Bool c) { cassay_claim(c); }
WEAK void __CPROVER_assert(_Bool c) { cassay_claim(c); }
WEAK void __llbmc_assert(int c) { cassay_claim(c); }
WEAK void reach_error(void) { __builtin_abort(); }
WEAK void __VERIFIER_error(void) { __builtin_abort(); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void __ESBMC_atomic_begin(void) {}
WEAK void __ESBMC_atomic_end(void) {}
WEAK void __CPROVER_atomic_begin(void) {}
WEAK void __CPROVER_atomic_end(void) {}
