//! The name of a variable may go away before the next one is asked for.
//@ verdict: safe
#include <stdlib.h>
static char *ask(char letter) {
  char name[2] = {letter, 0};
  return getenv(name);
}
int main(void) {
  char *first = ask('A');
  char *second = ask('B');
  return (first == 0) + (second == 0) > 2;
}
