//! Variables and pointers without a value at the head of a loop may have any.
//@ revisions: good bad pointer
//@ flags: --pdr
//@[bad] flags: -DBAD
//@[pointer] flags: -DPOINTER
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[pointer] verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int value, set = 0;
    int *where;
    int target = 3;
    while (__VERIFIER_nondet_int()) {
        if (set) {
            assert(value == 7);
            assert(*where == 3);
        }
#ifdef BAD
        else {
            assert(value != 12345); //~[bad] assertion
        }
#endif
#ifdef POINTER
        if (!set && __VERIFIER_nondet_int())
            target = *where; //~[pointer] pointer.null
#endif
        value = 7;
        where = &target;
        set = 1;
    }
    return 0;
}
