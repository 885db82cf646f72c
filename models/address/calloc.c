// What a pointer to calloc leads to.
#include <stdlib.h>

void *__cassay_address_calloc(size_t count, size_t size) { return calloc(count, size); }
