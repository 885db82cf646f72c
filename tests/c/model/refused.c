//! What has no finite state is refused, and the reason says what it is.
//@ revisions: heap recursion number auto
//@[heap] flags: --pdr -DHEAP
//@[recursion] flags: --pdr -DRECURSION
//@[number] flags: --pdr -DNUMBER
//@[auto] flags: -DHEAP --max-k-step 3
//@ verdict: unknown
//@[heap] because: memory is allocated
//@[recursion] because: calls itself
//@[number] because: the address of an object becomes a number
//@[auto] because: bound 3
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

#ifdef RECURSION
int down(int n) { return n <= 0 ? 0 : down(n - 1); }
#endif

int main(void) {
    int n = 0;
#ifdef HEAP
    struct node {
        struct node *next;
        int value;
    } *list = NULL;
#endif
    int variable = 0;
    uintptr_t last = 1;
    while (__VERIFIER_nondet_int()) {
#ifdef HEAP
        struct node *new = malloc(sizeof *new);
        if (!new)
            break;
        new->next = list;
        new->value = list ? list->value : 0;
        list = new;
        assert(list->value == 0);
#elif defined RECURSION
        n = down(n);
        assert(n == 0);
#else
        last = (uintptr_t)&variable + n;
        assert(last != 0);
#endif
    }
    return (int)last;
}
