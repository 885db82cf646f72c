// The readings of a sensor, newest first. Two mistakes: `trim` reads an entry after it is freed, and `average`
// divides by the number of entries, which may be none.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct reading {
    int value;
    struct reading *next;
};

struct log {
    struct reading *newest;
    int count;
    char unit[4];
};

static void add(struct log *log, int value) {
    struct reading *entry = malloc(sizeof *entry);
    if (!entry)
        return;
    entry->value = value;
    entry->next = log->newest;
    log->newest = entry;
    log->count++;
}

/* Removes every entry above a limit. */
static void trim(struct log *log, int limit) {
    struct reading **at = &log->newest;
    while (*at) {
        struct reading *entry = *at;
        if (entry->value > limit) {
            free(entry);
            *at = entry->next;
            log->count--;
        } else {
            at = &entry->next;
        }
    }
}

static int average(const struct log *log) {
    int sum = 0;
    for (const struct reading *entry = log->newest; entry; entry = entry->next)
        sum += entry->value / 4;
    return sum / log->count;
}

int main(void) {
    struct log log = {0};
    memcpy(log.unit, "mV", 3);
    int first = __VERIFIER_nondet_int();
    add(&log, first);
    add(&log, 20);
    int before = average(&log);
    trim(&log, 100);
    return before;
}
