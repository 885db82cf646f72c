//! Loops over input of any length that keep nothing of it are proved.
//@ flags: --no-model
//@ revisions: lines file characters bytes words mixed copied logged echoed printed_bad bad
//@[lines] flags: -DLINES
//@[file] flags: -DOPENED
//@[characters] flags: -DCHARACTERS
//@[bytes] flags: -DBYTES
//@[words] flags: -DWORDS
//@[mixed] flags: -DMIXED
//@[copied] flags: -DCOPIED
//@[logged] flags: -DLOGGED
//@[echoed] flags: -DECHOED
//@[printed_bad] flags: -DLOGGED -DPRINTED_BAD
//@[bad] flags: -DLINES -DBAD
//@[lines] verdict: safe
//@[file] verdict: safe
//@[characters] verdict: safe
//@[bytes] verdict: safe
//@[words] verdict: safe
//@[mixed] verdict: safe
//@[copied] verdict: safe
//@[logged] verdict: safe
//@[echoed] verdict: safe
//@[printed_bad] verdict: unsafe
//@[bad] verdict: unsafe
//@[lines] contains: proved by induction
//@[file] contains: proved by induction
//@[characters] contains: proved by induction
//@[bytes] contains: proved by induction
//@[words] contains: proved by induction
//@[mixed] contains: proved by induction
//@[copied] contains: proved by induction
//@[logged] contains: proved by induction
//@[echoed] contains: proved by induction
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int quiet;
// As programs wrap the library's functions.
static void tell(const char *format, ...) {
  if (quiet)
    return;
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list); //~[printed_bad] pointer.null
  va_end(list);
}

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
#ifdef WORDS
  int number;
  while (scanf("%d", &number) == 1)
    if (number > 0)
      seen = 1;
#endif
#ifdef MIXED
  while (fgets(line, 64, stdin)) {
    printf("%s", "read a line\n");
    if (fprintf(stderr, "%d\n", seen) < 0)
      seen = 1;
  }
#endif
#ifdef COPIED
  char text[32];
  while (fgets(line, sizeof line, stdin)) {
    snprintf(text, sizeof text, "%d: %c", seen, line[0]);
    puts("read a line");
    if (text[0] == '1')
      seen = 1;
  }
#endif
#ifdef ECHOED
  // What strlen does inside is followed to its end.
  while (fgets(line, 32, stdin)) {
    printf("%s", line);
    if (strlen(line) > 31)
      seen = 2;
  }
#endif
#ifdef LOGGED
  unsigned count = 0;
  while (fgets(line, sizeof line, stdin)) {
    count++;
#ifdef PRINTED_BAD
    tell("%u: %s\n", count, seen ? "x" : (char *)0);
#else
    tell("%u: %s %c\n", count, "line", line[0]);
#endif
  }
#endif
  assert(seen == 0 || seen == 1);
  return 0;
}
