// Threads are started, awaited and ended; their numbers are what the program holds.
#include <pthread.h>
static void *work(void *argument) {
  if (argument == 0)
    pthread_exit(&argument);
  return argument;
}
int wait_for(pthread_t thread, void **where) { return pthread_join(thread, where); }
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, &thread);
  pthread_join(thread, &result);
  pthread_join(thread, 0);
  return result != 0;
}
