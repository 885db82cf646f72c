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
int full, written, read_back;

void produce(void) {
    if (full) {
        producer = WAITING;
        return;
    }
    full = 1;
    written = written == 7 ? 0 : written + 1;
#ifdef BAD
    read_back = written == 0 ? 7 : written - 1;
#else
    read_back = written - 1;
#endif
    consumer = RUNNABLE;
}

void consume(void) {
    if (!full) {
        consumer = WAITING;
        return;
    }
    assert(written == read_back + 1); //~[bad] assertion
    full = 0;
    producer = RUNNABLE;
}

int main(void) {
    while (1) {
        int any = 0;
        while (producer == RUNNABLE && __VERIFIER_nondet_int()) {
            any = 1;
            produce();
        }
        while (consumer == RUNNABLE && __VERIFIER_nondet_int()) {
            any = 1;
            consume();
        }
        assert(producer == RUNNABLE || consumer == RUNNABLE);
        if (!any && __VERIFIER_nondet_int())
            break;
    }
    return 0;
}
