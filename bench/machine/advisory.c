// A collision advisory as in aircraft, with altitudes, thresholds and a mode that changes with what the other
// aircraft intends. Advice to climb is never given while the own aircraft is told to stay.
#include <assert.h>

int __VERIFIER_nondet_int(void);

enum intent { NONE, STAY_LEVEL, MOVE_AWAY };
enum advice { SILENT, UP, DOWN };

static int own, other, rate, layer, confident;
static const int limit[4] = {400, 500, 640, 740};

static int separated_up(void) { return own < other && other - own >= limit[layer]; }

static int separated_down(void) { return other < own && own - other >= limit[layer]; }

int main(void) {
    int advice = SILENT, held = 0;
    while (1) {
        own = __VERIFIER_nondet_int();
        other = __VERIFIER_nondet_int();
        rate = __VERIFIER_nondet_int();
        layer = __VERIFIER_nondet_int();
        confident = __VERIFIER_nondet_int() != 0;
        int intent = __VERIFIER_nondet_int();
        if (own < 0 || own > 50000 || other < 0 || other > 50000)
            continue;
        if (layer < 0 || layer > 3 || intent < NONE || intent > MOVE_AWAY)
            continue;
        int enabled = confident && rate <= 600 && intent != STAY_LEVEL;
        int before = advice;
        if (!enabled || held > 0) {
            if (held > 0)
                held--;
        } else if (own < other && !separated_up()) {
            advice = DOWN;
            held = 3;
        } else if (other < own && !separated_down()) {
            advice = UP;
            held = 3;
        } else {
            advice = SILENT;
        }
        assert(held >= 0 && held <= 3);
        assert(!(before == UP && advice == DOWN && held < 3));
        assert(advice == SILENT || advice == UP || advice == DOWN);
        assert(!(advice == UP && held == 3 && own < other));
    }
}
