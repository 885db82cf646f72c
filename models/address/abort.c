// What a pointer to abort leads to.
#include <stdlib.h>

void __cassay_address_abort(void) { abort(); }
