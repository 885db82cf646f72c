// What a pointer to memmove leads to.
#include <string.h>

void *__cassay_address_memmove(void *to, const void *from, size_t n) {
  return memmove(to, from, n);
}
