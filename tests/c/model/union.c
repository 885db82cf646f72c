//! A pointer in a union whose first member is smaller is not lost from one iteration to the next.
//@ revisions: good bad
//@ flags: --pdr
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int here, there;
static union {
    struct {
        char tag;
    } small;
    struct {
        long number;
        int *where;
    } large;
} mixed;

int main(void) {
    mixed.large.where = &here;
    while (__VERIFIER_nondet_int()) {
#ifdef BAD
        assert(mixed.large.where != &there); //~[bad] assertion
#endif
        mixed.large.where = __VERIFIER_nondet_int() ? &there : &here;
    }
    assert(mixed.large.where == &here || mixed.large.where == &there);
    return 0;
}
