//! Loops over input of any length that keep nothing of it are proved.
//@ revisions: lines file characters bytes bad
//@[lines] flags: -DLINES
//@[file] flags: -DOPENED
//@[characters] flags: -DCHARACTERS
//@[bytes] flags: -DBYTES
//@[bad] flags: -DLINES -DBAD
//@[lines] verdict: safe
//@[file] verdict: safe
//@[characters] verdict: safe
//@[bytes] verdict: safe
//@[bad] verdict: unsafe
//@[lines] contains: proved by induction
//@[file] contains: proved by induction
//@[characters] contains: proved by induction
//@[bytes] contains: proved by induction
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char line[128];
  int seen = 0;
#ifdef LINES
  while (fgets(line, sizeof line, stdin)) {
    if (line[0] == '#')
      seen = 1;
#ifdef BAD
    assert(line[1] != '!'); //~[bad] assertion
#endif
  }
#endif
#ifdef OPENED
  FILE *file = fopen("input", "r");
  char *buffer = malloc(4096);
  if (!file || !buffer)
    return 1;
  size_t count;
  while ((count = fread(buffer, 1, 4096, file)) > 0) {
    assert(count <= 4096);
    if (buffer[count - 1] == 'x')
      seen = 1;
  }
  fclose(file);
  free(buffer);
#endif
#ifdef CHARACTERS
  int c;
  while ((c = getchar()) != EOF)
    if (c == ' ')
      seen = 1;
#endif
#ifdef BYTES
  ssize_t got;
  while ((got = read(0, line, sizeof line)) > 0) {
    assert(got <= 128);
    if (line[got - 1] == 'x')
      seen = 1;
  }
#endif
  assert(seen == 0 || seen == 1);
  return 0;
}
