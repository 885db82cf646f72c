//! Weak, common and local symbols stand for what a linker makes of them.
//@ files: parts/linking.c
//@ verdict: safe
#include <assert.h>
int shared_without_value;
__attribute__((weak)) int weak_value = 1;
static int own = 1;
__attribute__((weak)) int weak_function(void) { return 1; }
__attribute__((weak)) extern int nowhere(void);
__attribute__((weak)) extern int nowhere_value;
int other_own(void);
int main(void) {
  assert(weak_function() == 2);
  assert(weak_value == 2);
  assert(shared_without_value == 5);
  assert(own == 1 && other_own() == 2);
  if (nowhere)
    nowhere();
  assert(&nowhere_value == 0);
  return 0;
}
