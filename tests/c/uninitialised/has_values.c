//! What never lacks a value: globals, literals, arguments, inputs, devices, padding that is moved.
//@ flags: --uninitialised-check
//@ verdict: safe
#include <stdio.h>
#include <string.h>
extern int outside;
void fill(int *p);
int nondet_int(void);
int kept[10];
static const char *const words[] = {"one", "two"};
struct wide {
  long double number;
  _Bool flag;
  _Complex double z;
};
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  int x, r = 0, argc = nondet_int() & 7;
  fill(&x);
  r += x == 3;
  r += kept[nondet_int() & 7] + (outside == 2) + words[1][1];
  struct wide a, b;
  a.number = 1.5L;
  a.flag = argc > 3;
  a.z = 2.0;
  b = a;
  r += b.number > 1 && b.flag;
  r += __real__ b.z > 1;
  v4 v;
  v[0] = 1;
  v[1] = v[2] = v[3] = 2;
  r += v[2];
  volatile int device;
  r += device == 7;
  char line[10];
  snprintf(line, sizeof line, "%d", argc);
  r += strlen(line) > 3;
  return 0;
}
