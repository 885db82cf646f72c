// Definitions that the models of threads share.
#ifndef CASSAY_THREADS_H
#define CASSAY_THREADS_H

#include "cassay.h"
#include <errno.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

// The number of the running thread, set by Cassay when it starts; the first thread has 0.
extern _Thread_local pthread_t __cassay_thread;

// Whether deadlocks are looked for. The check sets it.
extern const int __cassay_checks_deadlock;

// Whether the last wait of the thread for a condition has ended without a signal, if deadlocks are looked for.
extern _Thread_local _Bool __cassay_woken;

// The value by which a lock records its owner. 0 means no owner.
#define SELF ((int)__cassay_thread + 1)

#endif
