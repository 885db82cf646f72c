//! Local functions of the same name in several models are functions with a body.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int n = 0;
  char out[16];
  assert(snprintf(out, sizeof out, "%5d", 3) == 5);
  assert(strcmp(out, "    3") == 0);
  int count = sscanf("1", "%d", &n);
  assert(count >= -1 && count <= 1);
  return 0;
}
