// The streams that are open when the program starts.
#include "stdio/stream.h"
#undef stdin
#undef stdout
#undef stderr

static FILE standard[3] = {
    {.__open = 1, .__number = 0}, {.__open = 1, .__number = 1}, {.__open = 1, .__number = 2}};

FILE *stdin = &standard[0];
FILE *stdout = &standard[1];
FILE *stderr = &standard[2];
