// Sets of signals.
#ifndef CASSAY_SIGSET_H
#define CASSAY_SIGSET_H

#include <sys/select.h>

typedef __sigset_t sigset_t;

#endif
