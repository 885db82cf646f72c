//! An array that another file defines, or the linker, has any size and place.
//@ revisions: unused address difference read write clear compare elsewhere table
//@ flags: --timeout 60s
//@[unused] flags: -DUNUSED
//@[address] flags: -DADDRESS
//@[difference] flags: -DDIFFERENCE
//@[read] flags: -DREAD
//@[write] flags: -DWRITE
//@[clear] flags: -DCLEAR
//@[compare] flags: -DCOMPARE
//@[elsewhere] flags: -DELSEWHERE
//@[table] flags: -DTABLE
//@[unused] verdict: safe
//@[address] verdict: safe
//@[difference] verdict: unknown
//@[read] verdict: unknown
//@[write] verdict: unknown
//@[clear] verdict: unknown
//@[compare] verdict: unknown
//@[elsewhere] verdict: unsafe
//@[table] verdict: unknown
//@[table] because: unsupported: initial value of `limits`: address of __bss_start, of unknown size
//@[compare] because: rests on the unmodelled address of __bss_end
//@[clear] because: rests on the unmodelled address of __bss_start
//@[write] because: rests on the unmodelled address of numbers
//@[read] because: rests on the unmodelled address of numbers
//@[difference] because: rests on the unmodelled address of __bss_end
#include <assert.h>
#include <stddef.h>
#include <string.h>
extern char __bss_start[], __bss_end[];
extern int numbers[];
#ifdef TABLE
static char *const limits[] = {__bss_start, __bss_end};
#endif
static int mine = 3;
int main(void) {
  int kept = mine;
#ifdef ADDRESS
  // Where it is can be asked, passed on and compared with itself.
  char *start = __bss_start;
  int *first = numbers;
  assert(start == __bss_start && first == numbers);
#endif
#ifdef DIFFERENCE
  // The linker decides how far it is from one to the other.
  ptrdiff_t size = __bss_end - __bss_start;
  assert(size >= 0);
#endif
#ifdef READ
  assert(numbers[2] == numbers[2]);
#endif
#ifdef WRITE
  numbers[1] = 5;
  assert(mine == kept);
#endif
#ifdef CLEAR
  for (char *at = __bss_start; at < __bss_end; at++)
    *at = 0;
#endif
#ifdef COMPARE
  // Two names may be one place.
  assert(__bss_start != __bss_end);
#endif
#ifdef ELSEWHERE
  // What has nothing to do with it is decided all the same.
  char *start = __bss_start;
  assert(start != 0 || kept == 3);
  assert(mine == 4); //~[elsewhere] assertion
#endif
#ifdef TABLE
  assert(limits[0] != limits[1]);
#endif
  return kept != 3;
}
