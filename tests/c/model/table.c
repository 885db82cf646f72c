//! A state machine whose states are functions behind a pointer.
//@ revisions: good bad
//@ flags: --pdr
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

static void idle(void);
static void armed(void);
static void fired(void);
static void (*state)(void) = idle;
static int key, safety = 1;

static void idle(void) {
    key = 0;
    if (__VERIFIER_nondet_int()) {
        key = 1;
        state = armed;
    }
}

static void armed(void) {
    if (__VERIFIER_nondet_int()) {
#ifndef BAD
        safety = 0;
#endif
        state = fired;
    } else {
        state = idle;
    }
}

static void fired(void) {
    assert(key == 1);
    assert(safety == 0); //~[bad] assertion
    safety = 1;
    state = idle;
}

int main(void) {
    for (;;)
        state();
}
