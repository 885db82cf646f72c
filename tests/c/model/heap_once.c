//! Memory that is allocated once, before the loops, is part of the state.
//@ revisions: good bad
//@ flags: --pdr --force-malloc-success
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unknown
//@[bad] because: the model reaches
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct device {
    int open;
    struct device *self;
    int uses;
};

int main(void) {
    struct device *d = malloc(sizeof *d);
    d->open = 0;
    d->self = d;
    d->uses = 0;
    while (__VERIFIER_nondet_int()) {
        if (!d->open) {
            d->open = 1;
            d->uses = 0;
        } else if (d->uses < 5) {
            d->self->uses++;
        } else {
            d->open = 0;
        }
#ifdef BAD
        assert(d->uses < 5);
#else
        assert(d->uses <= 5);
#endif
        assert(d->self == d);
    }
    return 0;
}
