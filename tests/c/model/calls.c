//! Functions with loops that are called at several places, with locals of their own and results.
//@ revisions: good bad
//@ flags: --pdr
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int clamp_to(int limit) {
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        int step = __VERIFIER_nondet_int();
        if (step < 0 || step > 3)
            continue;
        if (n + step > limit)
            break;
        n += step;
    }
    return n;
}

static void wait(int *budget) {
    while (*budget > 0 && __VERIFIER_nondet_int())
        --*budget;
}

int main(void) {
    int budget = 9, other = 4;
    while (__VERIFIER_nondet_int()) {
        int a = clamp_to(5);
        wait(&budget);
        int b = clamp_to(11);
        wait(&other);
        assert(a <= 5);
        assert(b <= 11);
        assert(0 <= budget && budget <= 9);
#ifdef BAD
        assert(a + b + other < 20); //~[bad] assertion
#else
        assert(a + b + other <= 20);
#endif
    }
    return 0;
}
