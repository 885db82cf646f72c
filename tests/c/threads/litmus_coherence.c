//! Coherence: the stores of a thread to one place are seen in their order, under every model.
//@ revisions: sc_corr tso_corr pso_corr sc_coww tso_coww pso_coww sc_corw tso_corw pso_corw sc_cowr tso_cowr pso_cowr
//@ flags: --no-memory-leak-check
//@[sc_corr] flags: --mm sc -DCORR
//@[sc_corr] verdict: safe
//@[tso_corr] flags: --mm tso -DCORR
//@[tso_corr] verdict: safe
//@[pso_corr] flags: --mm pso -DCORR
//@[pso_corr] verdict: safe
//@[sc_coww] flags: --mm sc -DCOWW
//@[sc_coww] verdict: safe
//@[tso_coww] flags: --mm tso -DCOWW
//@[tso_coww] verdict: safe
//@[pso_coww] flags: --mm pso -DCOWW
//@[pso_coww] verdict: safe
//@[sc_corw] flags: --mm sc -DCORW
//@[sc_corw] verdict: safe
//@[tso_corw] flags: --mm tso -DCORW
//@[tso_corw] verdict: safe
//@[pso_corw] flags: --mm pso -DCORW
//@[pso_corw] verdict: safe
//@[sc_cowr] flags: --mm sc -DCOWR
//@[sc_cowr] verdict: safe
//@[tso_cowr] flags: --mm tso -DCOWR
//@[tso_cowr] verdict: safe
//@[pso_cowr] flags: --mm pso -DCOWR
//@[pso_cowr] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, a, b;

#if defined CORR
static void *one(void *p) { x = 1; x = 2; return p; }
static void *two(void *p) { a = x; b = x; return p; }
#define FORBIDDEN (a == 2 && b == 1)
#elif defined COWW
static void *one(void *p) { x = 1; x = 2; return p; }
static void *two(void *p) { return p; }
#define FORBIDDEN (x != 2)
#elif defined CORW
static void *one(void *p) { a = x; x = 1; return p; }
static void *two(void *p) { x = 2; return p; }
#define FORBIDDEN (a == 2 && x == 2 || a == 1)
#else
static void *one(void *p) { x = 1; a = x; return p; }
static void *two(void *p) { x = 2; return p; }
#define FORBIDDEN (a == 0 || a == 2 && x == 1)
#endif

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(FORBIDDEN));
  return 0;
}
