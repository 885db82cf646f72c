//! The threads of C11: results, mutexes, conditions, thread-specific values, functions that run once.
//@ revisions: good update result once value detached flag
//@ flags: --no-memory-leak-check
//@[good] verdict: safe
//@[update] flags: -DUPDATE
//@[update] verdict: unsafe
//@[result] flags: -DRESULT
//@[result] verdict: unsafe
//@[once] flags: -DONCE
//@[once] verdict: unsafe
//@[value] flags: -DVALUE
//@[value] verdict: unsafe
//@[detached] flags: -DDETACHED --thread-leak-check
//@[detached] verdict: safe
//@[flag] flags: -DFLAG
//@[flag] verdict: unsafe
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

mtx_t mutex;
tss_t key;
once_flag flag = ONCE_FLAG_INIT;
atomic_flag taken = ATOMIC_FLAG_INIT;
int count, runs, inside;

static void run(void) { runs++; }

static int works(void *number) {
  call_once(&flag, run);
  tss_set(key, number);
#ifndef UPDATE
  mtx_lock(&mutex);
#endif
  count++;
#ifndef UPDATE
  mtx_unlock(&mutex);
#endif
#ifdef FLAG
  if (!atomic_flag_test_and_set(&taken))
    inside++;
#endif
  assert(tss_get(key) == number);
  return *(int *)number + 1;
}

int main(void) {
  thrd_t first, second;
  int one = 1, two = 2, a, b;
  mtx_init(&mutex, mtx_plain);
  tss_create(&key, NULL);
  thrd_create(&first, works, &one);
  thrd_create(&second, works, &two);
#ifdef DETACHED
  thrd_detach(first);
  thrd_detach(second);
  return 0;
#endif
  thrd_join(first, &a);
  thrd_join(second, &b);
#ifdef RESULT
  assert(a + b == 4); //~[result] assertion
#else
  assert(a == 2 && b == 3);
#endif
  assert(count == 2); //~[update] assertion
#ifdef ONCE
  assert(runs == 2); //~[once] assertion
#else
  assert(runs == 1);
#endif
#ifdef VALUE
  assert(tss_get(key) != NULL); //~[value] assertion
#else
  assert(tss_get(key) == NULL);
#endif
#ifdef FLAG
  assert(inside == 2); //~[flag] assertion
#endif
  return 0;
}
