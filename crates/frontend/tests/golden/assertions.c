// entry: main
// Assertions, assumptions, inputs and error functions.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int nd_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __ESBMC_assert(_Bool, const char *);
extern void abort(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  int x = nd_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x > 3);
  assert(x > c);
  assert(x && c);
  __ESBMC_assert(nondet_bool(), "a coin");
  __VERIFIER_assert(x != c);
  return 0;
}
