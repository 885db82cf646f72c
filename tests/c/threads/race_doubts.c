//! A proof does not rest on what a program doubts itself: that a lock was taken, and that a function without
//! body leaves alone what it is given. A race does not rest on a variable without a value.
//@ revisions: ignored returns goes_on stub_early stub_late stub_text stub_join callback locked_callback unset always
//@ flags: --property no-data-race
//@[returns] flags: -DRETURNS
//@[goes_on] flags: -DGOES_ON
//@[goes_on] because: pthread_mutex_lock: never fails
//@[stub_early] flags: -DSTUB_EARLY
//@[stub_late] flags: -DSTUB_LATE
//@[stub_late] because: use: no body: leaves alone
//@[stub_text] flags: -DSTUB_TEXT
//@[stub_join] flags: -DSTUB_JOIN
//@[stub_join] because: unknown_function: no body: leaves alone
//@[callback] flags: -DCALLBACK
//@[callback] because: call_back: no body: leaves alone
//@[locked_callback] flags: -DLOCKED_CALLBACK
//@[unset] flags: -DUNSET
//@[unset] because: rests on the uninitialised variable unset
//@[always] flags: -DALWAYS
//@[ignored] verdict: safe
//@[returns] verdict: safe
//@[goes_on] verdict: unknown
//@[stub_early] verdict: safe
//@[stub_late] verdict: unknown
//@[stub_text] verdict: safe
//@[stub_join] verdict: unknown
//@[callback] verdict: unknown
//@[locked_callback] verdict: safe
//@[unset] verdict: unknown
//@[always] verdict: unsafe
#include <pthread.h>
#include <stddef.h>

void use(int *);
void show(const char *);
void call_back(void (*)(void));

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int n;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  n++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void reset(void) { n = 0; }

static void reset_locked(void) {
  pthread_mutex_lock(&mutex);
  n = 0;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t thread;
  int unset;
#ifdef STUB_EARLY
  use(&n);
#endif
  pthread_create(&thread, NULL, worker, NULL);
#if defined RETURNS
  if (pthread_mutex_lock(&mutex) != 0)
    return 1;
  n++;
  pthread_mutex_unlock(&mutex);
#elif defined GOES_ON
  if (pthread_mutex_lock(&mutex) != 0)
    n = -1;
  else
    pthread_mutex_unlock(&mutex);
#elif defined STUB_LATE
  use(&n);
#elif defined STUB_TEXT
  show("text");
#elif defined STUB_JOIN
  unknown_function(&thread);
  pthread_join(thread, NULL);
  n++;
#elif defined CALLBACK
  call_back(reset);
#elif defined LOCKED_CALLBACK
  call_back(reset_locked);
#elif defined UNSET
  if (unset)
    n = 2;
#elif defined ALWAYS
  if (unset)
    n = 2;
  n = 3; //~[always] data-race
#else
  int result = pthread_mutex_lock(&mutex);
  n++;
  pthread_mutex_unlock(&mutex);
#endif
  (void)reset, (void)reset_locked;
  return 0;
}
