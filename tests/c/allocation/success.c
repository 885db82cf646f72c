//! Where allocation is taken to succeed, nothing has to be checked, and that is said.
//@ flags: --force-malloc-success
//@ verdict: safe
//@ contains: malloc(): always succeeds
//@ contains: strdup(): always succeeds
#include <stdlib.h>
#include <string.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  char *text = strdup("text");
  text[0] = 'T';
  free(text);
  return 0;
}
