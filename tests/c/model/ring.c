//! A small array is a state of its own: the positions of a ring stay inside, and what is in it is known.
//@ revisions: good bad
//@ flags: --pdr
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

#define SIZE 4
#ifdef BAD
#define LAST SIZE
#else
#define LAST (SIZE - 1)
#endif

unsigned char ring[SIZE];
unsigned head, tail, count;

void put(void) {
    if (count == SIZE)
        return;
    ring[head] = 1; //~[bad] bounds
    head = head == LAST ? 0 : head + 1;
    count++;
}

void get(void) {
    if (count == 0)
        return;
#ifndef BAD
    assert(ring[tail] == 1);
    ring[tail] = 0;
#endif
    tail = tail == LAST ? 0 : tail + 1;
    count--;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put();
        else
            get();
    }
    return 0;
}
