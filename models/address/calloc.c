// The body that a pointer to calloc leads to; calls by name are built in.
#include <stdlib.h>

void *__cassay_address_calloc(size_t count, size_t size) { return calloc(count, size); }
