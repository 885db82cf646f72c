//! A heap object used as one type, then as another.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  unsigned char *bytes = malloc(8);
  if (!bytes)
    return 0;
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char)(i + 1);
  unsigned *words = (unsigned *)bytes;
  assert(words[0] == 0x04030201u && words[1] == 0x08070605u);
  words[1] = 0;
  assert(bytes[4] == 0 && bytes[3] == 4);
  free(bytes);
  return 0;
}
