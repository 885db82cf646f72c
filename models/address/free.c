// The body that a pointer to free leads to; calls by name are built in.
#include <stdlib.h>

void __cassay_address_free(void *pointer) { free(pointer); }
