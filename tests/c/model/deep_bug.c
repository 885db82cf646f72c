//! A violation behind many iterations is found on the machine, and replayed.
//@ flags: --pdr
//@ verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int phase = 0, ticks = 0;
    while (1) {
        int command = __VERIFIER_nondet_int();
        switch (phase) {
        case 0:
            if (command == 17)
                phase = 1;
            break;
        case 1:
            ticks++;
            if (ticks == 60)
                phase = command == 99 ? 2 : 0;
            break;
        default:
            assert(ticks != 60); //~ assertion
        }
    }
}
