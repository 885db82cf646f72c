// One thread hands data over to another, but sets the flag that announces them too early.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data, ready;

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  int is_ready = ready;
  pthread_mutex_unlock(&lock);
  if (is_ready)
    assert(data == 42);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  data = 42;
  pthread_join(thread, NULL);
  return 0;
}
