// Thread-specific values.
#include "pthread/threads.h"
#include <threads.h>

#define MOST 32

static void (*destructors[MOST])(void *);
static _Bool used[MOST];
static _Thread_local void *values[MOST];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  int result = EAGAIN;
  __VERIFIER_atomic_begin();
  for (unsigned i = 0; i < MOST && result != 0; i++) {
    if (!used[i]) {
      used[i] = 1;
      destructors[i] = destructor;
      *key = i;
      result = 0;
    }
  }
  if (result != 0)
    __cassay_unsupported("more than 32 keys of threads");
  __VERIFIER_atomic_end();
  return result;
}

static _Bool is_key(pthread_key_t key) { return key < MOST && used[key]; }

int pthread_key_delete(pthread_key_t key) {
  if (!is_key(key))
    return EINVAL;
  used[key] = 0;
  destructors[key] = NULL;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) {
  CLAIM(is_key(key), "the key was created");
  return values[key];
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (!is_key(key))
    return EINVAL;
  values[key] = (void *)value;
  return 0;
}

// Called by Cassay at the end of a thread. Destructors may set values again, for which they run once
// more, up to PTHREAD_DESTRUCTOR_ITERATIONS times.
void __cassay_run_key_destructors(void) {
  _Bool again = 1;
  for (int round = 0; round < 4 && again; round++) {
    again = 0;
    for (unsigned i = 0; i < MOST; i++) {
      void *value = values[i];
      values[i] = NULL;
      if (used[i] && destructors[i] && value) {
        destructors[i](value);
        again = 1;
      }
    }
  }
}

int tss_create(tss_t *key, tss_dtor_t destructor) {
  return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}

void tss_delete(tss_t key) { pthread_key_delete(key); }

void *tss_get(tss_t key) { return pthread_getspecific(key); }

int tss_set(tss_t key, void *value) {
  return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
