//! Library functions that allocate may fail to.
//@ revisions: duplicate part wide print line checked
//@[duplicate] flags: -DDUPLICATE
//@[part] flags: -DPART
//@[wide] flags: -DWIDE
//@[print] flags: -DPRINT
//@[line] flags: -DLINE
//@[checked] flags: -DCHECK
//@[duplicate] verdict: unsafe
//@[part] verdict: unsafe
//@[wide] verdict: unsafe
//@[print] verdict: unsafe
//@[line] verdict: unsafe
//@[checked] verdict: safe
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  char *copy = strdup("text"), *part = strndup("text", 2), *text = NULL;
  wchar_t *wide = wcsdup(L"text");
  int printed = asprintf(&text, "%d", 42);
#ifdef DUPLICATE
  char c = copy[0]; //~[duplicate] pointer.null
#endif
#ifdef PART
  char c = part[0]; //~[part] pointer.null
#endif
#ifdef WIDE
  wchar_t c = wide[0]; //~[wide] pointer.null
#endif
#ifdef PRINT
  char c = text[0]; //~[print] pointer.null
#endif
#ifdef LINE
  char *line = NULL;
  size_t size = 0;
  getline(&line, &size, stdin);
  char c = line[0]; //~[line] pointer.null
  free(line);
#endif
#ifdef CHECK
  char c = (copy ? copy[0] : 0) + (part ? part[0] : 0) + (wide ? (char)wide[0] : 0);
  if (printed >= 0)
    c += text[0];
#endif
  free(copy);
  free(part);
  free(wide);
  if (printed >= 0)
    free(text);
  return 0;
}
