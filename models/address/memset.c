// What a pointer to memset leads to.
#include <string.h>

void *__cassay_address_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }
