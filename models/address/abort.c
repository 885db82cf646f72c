// The body that a pointer to abort leads to; calls by name are built in.
#include <stdlib.h>

void __cassay_address_abort(void) { abort(); }
