//! What a destructor frees is no leak; memory that it allocates is.
//@ revisions: bad ok exits
//@ flags: --property valid-memcleanup
//@[bad] flags: -DBAD
//@[exits] flags: -DEXITS
//@[bad] verdict: unsafe
//@[ok] verdict: safe
//@[exits] verdict: safe
#include <stdlib.h>

static char *buffer;

__attribute__((constructor)) static void open_buffer(void) { buffer = malloc(8); }

__attribute__((destructor)) static void close_buffer(void) {
  free(buffer);
#ifdef BAD
  buffer = malloc(4);
#endif
}

int main(void) {
  if (!buffer)
    return 1;
#ifdef EXITS
  exit(0);
#endif
  return 0;
} //~[bad] memory-cleanup
