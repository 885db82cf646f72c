//! A scheduler of two processes that wake each other: an invariant over flags that induction over one loop does
//! not find.
//@ revisions: good bad
//@ flags: --pdr
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[good] contains: invariant of the finite-state model
//@[bad] verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

enum { RUNNABLE, WAITING };

int producer = RUNNABLE, consumer = RUNNABLE;
int place_p, place_c;
int full, written, read_back;

void produce(void) {
    if (place_p == 1)
        goto waited;
    while (1) {
        if (full) {
            producer = WAITING;
            place_p = 1;
            return;
        }
    waited:
#ifdef BAD
        if (__VERIFIER_nondet_int())
            written++;
#endif
        assert(!full || written == read_back + 1); //~[bad] assertion
        if (full)
            return;
        full = 1;
        written = written == 7 ? 0 : written + 1;
        read_back = written - 1;
        consumer = RUNNABLE;
    }
}

void consume(void) {
    while (1) {
        if (!full) {
            consumer = WAITING;
            place_c = 1;
            return;
        }
        full = 0;
        producer = RUNNABLE;
        place_p = 0;
    }
}

int main(void) {
    while (1) {
        int any = 0;
        if (producer == RUNNABLE && __VERIFIER_nondet_int()) {
            any = 1;
            produce();
        }
        if (consumer == RUNNABLE && __VERIFIER_nondet_int()) {
            any = 1;
            consume();
        }
        if (!any && producer == WAITING && consumer == WAITING)
            break;
    }
    return 0;
}
