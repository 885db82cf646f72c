// The position of the lowest bit that is set.
#include "cassay.h"
#include <strings.h>

int ffs(int value) { return value ? __builtin_ctz((unsigned)value) + 1 : 0; }

int ffsl(long value) { return value ? __builtin_ctzl((unsigned long)value) + 1 : 0; }

int ffsll(long long value) { return value ? __builtin_ctzll((unsigned long long)value) + 1 : 0; }
