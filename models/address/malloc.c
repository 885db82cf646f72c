// What a pointer to malloc leads to.
#include <stdlib.h>

void *__cassay_address_malloc(size_t size) { return malloc(size); }
