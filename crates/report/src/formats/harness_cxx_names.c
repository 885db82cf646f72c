
/* The same, as C++ calls them where they are declared without extern "C". */
extern __typeof__(__VERIFIER_assume) _Z17__VERIFIER_assumei __attribute__((weak, alias("__VERIFIER_assume")));
extern __typeof__(__ESBMC_assume) _Z14__ESBMC_assumeb __attribute__((weak, alias("__ESBMC_assume")));
extern __typeof__(__CPROVER_assume) _Z16__CPROVER_assumeb __attribute__((weak, alias("__CPROVER_assume")));
extern __typeof__(__llbmc_assume) _Z14__llbmc_assumei __attribute__((weak, alias("__llbmc_assume")));
extern __typeof__(__VERIFIER_assert) _Z17__VERIFIER_asserti __attribute__((weak, alias("__VERIFIER_assert")));
extern __typeof__(__ESBMC_assert) _Z14__ESBMC_assertb __attribute__((weak, alias("__ESBMC_assert")));
extern __typeof__(__ESBMC_assert) _Z14__ESBMC_assertbPKc __attribute__((weak, alias("__ESBMC_assert")));
extern __typeof__(__CPROVER_assert) _Z16__CPROVER_assertb __attribute__((weak, alias("__CPROVER_assert")));
extern __typeof__(__CPROVER_assert) _Z16__CPROVER_assertbPKc __attribute__((weak, alias("__CPROVER_assert")));
extern __typeof__(__llbmc_assert) _Z14__llbmc_asserti __attribute__((weak, alias("__llbmc_assert")));
extern __typeof__(__VERIFIER_assume) _Z17__VERIFIER_assumeb __attribute__((weak, alias("__VERIFIER_assume")));
extern __typeof__(__VERIFIER_assert) _Z17__VERIFIER_assertb __attribute__((weak, alias("__VERIFIER_assert")));
extern __typeof__(reach_error) _Z11reach_errorv __attribute__((weak, alias("reach_error")));
extern __typeof__(__VERIFIER_error) _Z16__VERIFIER_errorv __attribute__((weak, alias("__VERIFIER_error")));
