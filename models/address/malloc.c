// The body that a pointer to malloc leads to; calls by name are built in.
#include <stdlib.h>

void *__cassay_address_malloc(size_t size) { return malloc(size); }
