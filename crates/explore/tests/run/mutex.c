// Two threads count under a mutex; without it (UNLOCKED) updates are lost and the accesses race.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *add(void *argument) {
#ifndef UNLOCKED
  pthread_mutex_lock(&lock);
#endif
  count++;
#ifndef UNLOCKED
  pthread_mutex_unlock(&lock);
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
