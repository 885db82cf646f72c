//! Every property has its own status; claims that no execution gets to are told apart.
//@ revisions: turns unwound
//@ flags: --multi-property --list-properties
//@[turns] flags: --k-induction
//@[unwound] flags: --incremental-bmc --no-static-analysis
//@ verdict: unsafe
//@ contains: main.assertion.1         proved
//@ contains: main.assertion.2         violated at bound
//@[turns] contains: main.division-by-zero.1  proved by induction, k = 1
//@[unwound] contains: main.division-by-zero.1  unreachable
//@ contains: 3 properties: 2 hold, 1 violated, 0 unknown
#include <assert.h>

extern unsigned nondet_uint(void);

int main(void) {
    unsigned n = nondet_uint();
    unsigned even = 0;
    unsigned odd = nondet_uint();
    for (unsigned i = 0; i < n; i++) {
        even += 2;
        assert(even % 2 == 0);
        assert(even != 14); //~ assertion
        if (even % 2 == 1) {
            odd = n / odd;
        }
    }
    return (int)odd;
}
