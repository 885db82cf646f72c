//! A critical section is executed at once where no other thread can meet its accesses, and only there.
//@ revisions: guarded early peek nested
//@ flags: --no-memory-leak-check --no-simulation
//@[guarded] verdict: safe
//@[early] flags: -DEARLY
//@[early] verdict: unsafe
//@[peek] flags: -DPEEK
//@[peek] verdict: unsafe
//@[nested] flags: -DNESTED
//@[nested] verdict: safe
#include <assert.h>
#include <pthread.h>

#define SIZE 6

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int cells[SIZE], full, rounds;

static void fill(int value) {
  for (int i = 0; i < SIZE; i++)
    cells[i] = value + i;
}

static void *puts_values(void *unused) {
#ifdef EARLY
  full = 1;
#endif
  pthread_mutex_lock(&lock);
  fill(3);
#ifdef NESTED
  pthread_mutex_lock(&other);
  rounds++;
  pthread_mutex_unlock(&other);
#endif
  full = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *takes_values(void *unused) {
  pthread_mutex_lock(&lock);
  if (full)
    for (int i = 0; i < SIZE; i++)
      assert(cells[i] == i + 3); //~[early] assertion
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, puts_values, 0);
  pthread_create(&b, 0, takes_values, 0);
#ifdef PEEK
  // Whether somebody holds the mutex can be seen in the middle of a section.
  if (pthread_mutex_trylock(&lock) == 0)
    pthread_mutex_unlock(&lock);
  else
    assert(0); //~[peek] assertion
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef NESTED
  assert(rounds == 1);
#endif
  return 0;
}
