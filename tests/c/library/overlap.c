//! Functions that copy text do not copy it within one object where source and result overlap.
//@ revisions: good print cut format copy most append scan token wide
//@[print] flags: -DPRINT
//@[cut] flags: -DCUT
//@[format] flags: -DFORMAT
//@[copy] flags: -DCOPY
//@[most] flags: -DMOST
//@[append] flags: -DAPPEND
//@[scan] flags: -DSCAN
//@[token] flags: -DTOKEN
//@[wide] flags: -DWIDE
//@[good] verdict: safe
//@[print] verdict: unsafe
//@[cut] verdict: unsafe
//@[format] verdict: unsafe
//@[copy] verdict: unsafe
//@[most] verdict: unsafe
//@[append] verdict: unsafe
//@[scan] verdict: unsafe
//@[token] verdict: unsafe
//@[wide] verdict: unsafe
//@[print] unseen: AddressSanitizer does not look at what %s reads
//@[cut] unseen: AddressSanitizer does not look at what %s reads
//@[format] unseen: AddressSanitizer does not look at formats
//@[scan] unseen: AddressSanitizer does not look at what %s stores over
//@[token] unseen: AddressSanitizer does not look at the set of separators
//@[wide] unseen: AddressSanitizer does not look at wide strings
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  char text[32] = "hi";
  wchar_t wide[8] = L"hi";
  sprintf(text + 10, "%s", text);
  strcpy(text + 20, text);
  assert(strcmp(text + 10, "hi") == 0 && strcmp(text + 20, "hi") == 0);
#ifdef PRINT
  sprintf(text, "%s", text); //~[print] overlap
#endif
#ifdef CUT
  snprintf(text, sizeof text, "%s!", text + 1); //~[cut] overlap
#endif
#ifdef FORMAT
  sprintf(text, text); //~[format] overlap
#endif
#ifdef COPY
  strcpy(text, text); //~[copy] overlap
#endif
#ifdef MOST
  strncpy(text, text + 1, 4); //~[most] overlap
#endif
#ifdef APPEND
  strcat(text, text + 1); //~[append] overlap
#endif
#ifdef SCAN
  sscanf(text, "%s", text); //~[scan] overlap
#endif
#ifdef TOKEN
  strtok(text, text + 1); //~[token] overlap
#endif
#ifdef WIDE
  wcscpy(wide, wide); //~[wide] overlap
#endif
  wcscpy(wide + 4, wide);
  return 0;
}
