//! Atomic objects of every size, those included that need a library call.
//@ revisions: large small
//@[small] flags: --32
//@ verdict: safe
#include <assert.h>
#include <stdatomic.h>
struct odd { char bytes[3]; };
struct large { long values[4]; };
static _Atomic struct odd odd;
static _Atomic struct large large;
static atomic_int number = 5;
static atomic_llong wide = 7;
static _Atomic double real = 1.5;
static int *_Atomic pointer;
int main(void) {
  struct odd o = {{1, 2, 3}};
  odd = o;
  struct odd read = odd;
  assert(read.bytes[2] == 3);
  struct large l = {{1, 2, 3, 4}}, before;
  before = atomic_exchange(&large, l);
  assert(before.values[3] == 0);
  struct large expected = l, other = {{9, 9, 9, 9}};
  assert(atomic_compare_exchange_strong(&large, &expected, other));
  assert(!atomic_compare_exchange_strong(&large, &expected, l));
  assert(expected.values[0] == 9);
  assert(atomic_fetch_add(&number, 3) == 5 && number == 8);
  assert(atomic_fetch_xor(&wide, 1) == 7 && --wide == 5);
  real *= 2;
  assert(real == 3.0);
  int pair[2] = {1, 2};
  pointer = pair;
  assert(*++pointer == 2);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  return 0;
}
