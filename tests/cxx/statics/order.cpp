//! Variables are initialised in the order of their definitions; before, numbers are zero.
//@ revisions: good number object off
//@ flags: --static-init-check
//@ verdict: safe
//@[number] flags: -DNUMBER
//@[number] verdict: unsafe
//@[number] contains: `limit` is used before its initialisation
//@[object] flags: -DOBJECT
//@[object] verdict: unsafe
//@[off] flags: -DNUMBER -DOBJECT --no-static-init-check
#include <assert.h>

int compute() { return 4; }

struct Counter {
  int count;
  Counter(int start) : count(start) {}
  int next() { return ++count; }
};

extern int limit;
extern Counter counter;

#ifdef NUMBER
int half = limit / 2; //~[number] static-init
#endif
#ifdef OBJECT
int first = counter.next(); //~[object] static-init
#endif
int *address = &limit;

int limit = compute();
Counter counter(compute());

#ifndef NUMBER
int half = limit / 2;
#endif
#ifndef OBJECT
int first = counter.next();
#endif

int main() {
  assert(limit == 4 && *address == 4);
#ifndef NUMBER
  assert(half == 2);
#endif
#ifndef OBJECT
  assert(first == 5);
#endif
}
