// What a pointer to memcpy leads to.
#include <string.h>

void *__cassay_address_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
