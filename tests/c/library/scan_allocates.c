//! Formatted input may allocate its texts, which are then the program's to free.
//@ revisions: good leak
//@ flags: --memory-leak-check
//@[leak] flags: -DLEAK
//@[good] verdict: safe
//@[leak] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *word = NULL;
  if (sscanf("abc def", "%ms", &word) == 1) {
    assert(strcmp(word, "abc") == 0);
#ifndef LEAK
    free(word);
#endif
  }
  return 0; //~[leak] memory-cleanup
}
