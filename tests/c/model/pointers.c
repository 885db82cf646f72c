//! A pointer that changes between two variables is passed on from one iteration to the next, with what it leads to.
//@ revisions: good bad null
//@ flags: --pdr
//@[bad] flags: -DBAD
//@[null] flags: -DNULLED
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[null] verdict: unsafe
#include <assert.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int even = 0, odd = 1;
    int *now = &even, *next = &odd;
    for (;;) {
        if (*now > 1000)
            break;
        *now += 2;
        int *old = now;
        now = next;
        next = old;
#ifdef NULLED
        if (even == 10 && __VERIFIER_nondet_int())
            now = NULL;
        *now = *now; //~[null] pointer.null
#endif
#ifdef BAD
        if (odd == 21)
            odd++;
#endif
        assert(even % 2 == 0);
        assert(odd % 2 == 1); //~[bad] assertion
        assert(now != next);
    }
    return 0;
}
