// What a pointer to free leads to.
#include <stdlib.h>

void __cassay_address_free(void *pointer) { free(pointer); }
