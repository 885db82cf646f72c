//! Accesses of several words: numbers and small structures are accessed word by word, in either order; what cannot be
//! split is unknown only where a handler may run.
//@ revisions: number real structure large masked pointer once
//@ flags: --interrupt change --32
//@[number] verdict: unsafe
//@[number] contains: high word first
//@[number] unseen: no sanitizer calls a handler
//@[real] flags: -DREAL
//@[real] verdict: unsafe
//@[real] unseen: no sanitizer calls a handler
//@[structure] flags: -DSTRUCTURE
//@[structure] verdict: unsafe
//@[structure] unseen: no sanitizer calls a handler
//@[large] flags: -DLARGE
//@[large] verdict: unknown
//@[large] because: an interrupt during an access of several words that cannot be split
//@[masked] flags: -DLARGE -DMASKED
//@[masked] verdict: safe
//@[pointer] flags: -DPOINTER --interrupt-word 16
//@[pointer] verdict: unknown
//@[pointer] because: an interrupt during an access of several words that cannot be split
//@[once] flags: -DPOINTER
//@[once] verdict: safe
#include <assert.h>

void __disable_irq(void);
void __enable_irq(void);

#if defined REAL
static volatile double shared = 1;
static double seen;
void change(void) { shared = 0.1; }
#define FINE (seen == 1 || seen == 0.1)
#elif defined STRUCTURE
struct pair { int a, b; };
static struct pair shared, seen;
void change(void) { shared.a++, shared.b++; }
#define FINE (seen.a == seen.b)
#elif defined LARGE
struct many { int a[20]; };
static struct many shared, seen;
void change(void) { shared.a[0] = 1, shared.a[19] = 1; }
#define FINE (seen.a[0] == seen.a[19])
#elif defined POINTER
static int x, y;
static int *volatile shared = &x, *seen;
void change(void) { shared = &y; }
#define FINE (seen == &x || seen == &y)
#else
static volatile long long shared, seen;
void change(void) { shared = -1; }
#define FINE (seen == 0 || seen == -1)
#endif

int main(void) {
#ifdef MASKED
  __disable_irq();
#endif
  seen = shared;
  assert(FINE); //~[number] assertion //~[real] assertion //~[structure] assertion
#ifdef MASKED
  __enable_irq();
#endif
  return 0;
}
