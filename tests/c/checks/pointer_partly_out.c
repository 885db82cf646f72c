//! A wide access that starts inside its object and ends outside.
//@ verdict: unsafe
#include <string.h>
int main(void) {
  unsigned char bytes[6] = {0};
  struct word {
    unsigned int value;
  } __attribute__((packed)) *p = (struct word *)(bytes + 3);
  return (int)p->value; //~ pointer.bounds
}
