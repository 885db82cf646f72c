// Atomic updates lose nothing and do not race; a flag hands a plain variable over.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static atomic_int count;
static int given;
static atomic_int ready;
static sem_t done;
static void *work(void *argument) {
  given = 7;
  atomic_store_explicit(&ready, 1, memory_order_release);
  atomic_fetch_add(&count, 1);
  sem_post(&done);
  return argument;
}
int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, 0, work, 0);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
  }
  assert(given == 7);
  count++;
  sem_wait(&done);
  assert(count == 2);
  return 0;
}
