//! Bounded search on the machine finds the shortest violation, and its ways to end prove, whatever
//! techniques are used.
//@ revisions: found none graph repeats induction ends
//@[found] flags: --model-search -DBAD
//@[none] flags: --model-techniques none -DBAD
//@[graph] flags: --model-techniques none,ubc,frbc,brbc,mec,rbc -DBAD
//@[repeats] flags: --model-techniques no-ntp,loop-free
//@[induction] flags: --model-techniques none,ubc,induction
//@[ends] flags: --model-search -DENDS
//@[found] verdict: unsafe
//@[none] verdict: unsafe
//@[graph] verdict: unsafe
//@[repeats] verdict: safe
//@[induction] verdict: safe
//@[ends] verdict: safe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int light = 0, crossing = 0, rounds = 0;
    while (
#ifdef ENDS
        rounds++ < 6
#else
        1
#endif
    ) {
        if (light == 0) {
            if (__VERIFIER_nondet_int())
                light = 1;
        } else if (light == 1) {
            light = 2;
            crossing = 1;
        } else {
            light = 0;
#ifndef BAD
            crossing = 0;
#endif
        }
        assert(!crossing || light == 2); //~[found] assertion //~[none] assertion //~[graph] assertion
    }
    return 0;
}
