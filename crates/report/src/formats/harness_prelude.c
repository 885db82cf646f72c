
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#pragma GCC diagnostic ignored "-Wincompatible-library-redeclaration"
#pragma GCC diagnostic ignored "-Wdeprecated-non-prototype"
#pragma GCC diagnostic ignored "-Wint-conversion"

#define QUIET __attribute__((no_sanitize("thread")))
#define WEAK __attribute__((weak)) QUIET
typedef __UINTPTR_TYPE__ cassay_word;

extern long cassay_say(int, const void *, cassay_word) __asm__("write");
extern int *__errno_location(void);
#ifndef CASSAY_LEAVE
#define CASSAY_LEAVE "_exit"
#endif
extern void cassay_leave(int) __asm__(CASSAY_LEAVE) __attribute__((noreturn));

/* The program may define functions of the library itself: none of them is used here. */
QUIET static void cassay_print(const char *text) {
  cassay_word length = 0;
  while (text[length]) length++;
  cassay_say(2, text, length);
}

QUIET static __attribute__((unused)) void cassay_put(cassay_word to, long offset, const unsigned char *bytes, cassay_word n) {
  for (cassay_word i = 0; i < n; i++) ((char *)to)[offset + (long)i] = bytes[i];
}

QUIET static __attribute__((unused)) void cassay_fill(char *to, char byte, cassay_word n) {
  for (cassay_word i = 0; i < n; i++) to[i] = byte;
}

/* The program is no longer on the way of the counterexample. */
QUIET static __attribute__((noreturn)) void cassay_left(const char *function) {
  cassay_print("counterexample: there is no further answer of ");
  cassay_print(function);
  cassay_print("()\n");
  cassay_leave(86);
}

QUIET static void cassay_assume(int condition) {
  if (!condition) {
    cassay_print("counterexample: an assumption does not hold\n");
    cassay_leave(86);
  }
}

QUIET static void cassay_claim(int condition) {
  if (!condition) {
    cassay_print("counterexample: assertion failed\n");
    __builtin_abort();
  }
}

QUIET static __attribute__((noreturn)) void cassay_error(void) {
  cassay_print("counterexample: error function reached\n");
  __builtin_abort();
}

WEAK void __VERIFIER_assume(int c) { cassay_assume(c); }
WEAK void __ESBMC_assume(_Bool c) { cassay_assume(c); }
WEAK void __CPROVER_assume(_Bool c) { cassay_assume(c); }
WEAK void __llbmc_assume(int c) { cassay_assume(c); }
WEAK void __VERIFIER_assert(int c) { cassay_claim(c); }
WEAK void __ESBMC_assert(_Bool c) { cassay_claim(c); }
WEAK void __CPROVER_assert(_Bool c) { cassay_claim(c); }
WEAK void __llbmc_assert(int c) { cassay_claim(c); }
WEAK void reach_error(void) { cassay_error(); }
WEAK void __VERIFIER_error(void) { cassay_error(); }
#ifndef CASSAY_THREADS
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void __ESBMC_atomic_begin(void) {}
WEAK void __ESBMC_atomic_end(void) {}
WEAK void __CPROVER_atomic_begin(void) {}
WEAK void __CPROVER_atomic_end(void) {}
#endif
