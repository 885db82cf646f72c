// Two clients of a lock that a scheduler runs in any order.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int place[2], want[2], turn, owner = -1;

static void client(int me) {
    switch (place[me]) {
    case 0:
        want[me] = 1;
        place[me] = 1;
        break;
    case 1:
        turn = 1 - me;
        place[me] = 2;
        break;
    case 2:
        if (!want[1 - me] || turn == me)
            place[me] = 3;
        break;
    case 3:
        assert(owner == -1);
        owner = me;
        place[me] = 4;
        break;
    default:
        assert(owner == me);
        owner = -1;
        want[me] = 0;
        place[me] = 0;
        break;
    }
}

int main(void) {
    while (1) {
        if (__VERIFIER_nondet_int())
            client(0);
        else
            client(1);
    }
}
