// A state machine of a protocol with six errors, each some steps further away than the one before.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, retries = 0, sequence = 0, window = 4;
    while (1) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case 0:
            if (event == 1)
                state = 1;
            break;
        case 1:
            if (event == 2) {
                state = 2;
                sequence = 0;
            } else if (++retries > 3) {
                retries = 0;
                state = 0;
            }
            break;
        case 2:
            if (event == 3 && window > 0) {
                window--;
                sequence++;
            } else if (event == 4) {
                window = 4;
            } else if (event == 5) {
                state = 3;
            }
            break;
        case 3:
            if (event == 6)
                state = 0;
            break;
        }
        assert(!(state == 2 && sequence == 1));
        assert(!(retries == 3 && state == 2));
        assert(!(state == 3 && sequence == 4));
        assert(!(sequence == 8));
        assert(!(sequence == 12 && retries == 2));
        assert(!(sequence == 20 && state == 3));
    }
}
