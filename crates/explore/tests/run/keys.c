// The destructor of a thread's value runs where the thread ends, whichever way, with its own value.
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int sum;
static void add(void *value) { sum += *(int *)value; }
static int one = 1, two = 2;
static void *returns(void *argument) {
  pthread_setspecific(key, &one);
  return argument;
}
static void *exits(void *argument) {
  pthread_setspecific(key, &two);
  pthread_exit(argument);
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, add);
  pthread_create(&thread, 0, returns, 0);
  pthread_join(thread, 0);
  assert(sum == 1);
  void *result;
  pthread_create(&thread, 0, exits, &one);
  pthread_join(thread, &result);
  assert(sum == 3 && result == &one);
  assert(pthread_getspecific(key) == 0);
  return 0;
}
