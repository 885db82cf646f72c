//! No handler runs inside of an atomic operation or an atomic section.
//@ revisions: plain atomic section
//@ flags: --interrupt on_tick --interrupt-limit 1
//@[plain] verdict: unsafe
//@[plain] unseen: no sanitizer calls a handler
//@[atomic] flags: -DATOMIC
//@[atomic] verdict: safe
//@[section] flags: -DSECTION
//@[section] verdict: safe
#include <assert.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int runs;
#ifdef ATOMIC
static _Atomic int count;
#else
static volatile int count;
#endif

static void add(void) { count++; }

void on_tick(void) {
  count++;
  runs++;
}

int main(void) {
#ifdef SECTION
  __VERIFIER_atomic_begin();
  add();
  __VERIFIER_atomic_end();
#else
  add();
#endif
  int before = runs;
  int now = count;
  assert(now > before); //~[plain] assertion
  return 0;
}
