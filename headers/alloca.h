#ifndef _ALLOCA_H
#define _ALLOCA_H

#include <cassay/types.h>

void *alloca(size_t);
#undef alloca
#define alloca(size) __builtin_alloca(size)

#endif
