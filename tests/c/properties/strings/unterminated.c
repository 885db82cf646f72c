//! String functions given an array without a terminating zero are reported at the call.
//@ revisions: bad good
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef BAD
#define SIZE 4
#else
#define SIZE 5
#endif

int nondet_int(void);

int main(void) {
  char word[SIZE] = "word", target[16] = "", short_target[4 + (SIZE == 5)];
  switch (nondet_int()) {
  case 0:
    return strlen(word); //~[bad] pointer.bounds
  case 1:
    strcpy(target, word); //~[bad] pointer.bounds
    break;
  case 2:
    strcat(target, word); //~[bad] pointer.bounds
    break;
  case 3:
    return strcmp(word, "word"); //~[bad] pointer.bounds
  case 4:
    return strchr(word, 'x') != NULL; //~[bad] pointer.bounds
  case 5:
    printf("%s\n", word); //~[bad] pointer.bounds
    break;
  case 6:
    strcpy(short_target, "word"); //~[bad] pointer.bounds
    break;
  case 7:
    return strncmp(word, "wordy", 4) + (memchr(word, 'x', 4) != NULL) + strnlen(word, 4);
  case 8: {
    char *copy = strdup(word); //~[bad] pointer.bounds
    free(copy);
    break;
  }
  case 9:
    return strstr(word, "x") != NULL; //~[bad] pointer.bounds
  case 10:
    printf("%.4s\n", word);
    break;
  case 11:
    sprintf(target, "%s", word); //~[bad] pointer.bounds
    break;
  case 12:
    puts(word); //~[bad] pointer.bounds
    break;
  }
  return 0;
}
