// Functions with landing pads refer to it by name; what it does is lowered by the front-end.
#include "cxx/cxx.h"

int __gxx_personality_v0(void) { return 0; }

// The library that destructors belong to; nothing reads it.
void *__dso_handle = &__dso_handle;
