//! An object that was lost before the loops is still lost behind them.
//@ revisions: lost kept plain
//@ flags: --memory-leak-check --pdr
//@[kept] flags: -DKEPT
//@[plain] flags: --force-malloc-success -DPLAIN
//@[lost] verdict: unknown
//@[kept] verdict: unknown
//@[plain] verdict: safe
//@[lost] because: memory is allocated
//@[kept] because: memory is released
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int rounds = 0;
#ifndef PLAIN
    void *lost = malloc(4);
#ifndef KEPT
    lost = 0;
#endif
#endif
    while (__VERIFIER_nondet_int())
        rounds = rounds < 9 ? rounds + 1 : 0;
#ifdef KEPT
    free(lost);
#endif
    return 0;
}
