//! Threads that acquire locks in one order cannot block each other, however many there are.
//@ revisions: order account opposite both ends joining nested
//@ flags: --no-memory-leak-check --property no-deadlock
//@[account] flags: -DACCOUNT
//@[opposite] flags: -DOPPOSITE
//@[both] flags: -DBOTH
//@[ends] flags: -DENDS
//@[joining] flags: -DJOINING
//@[nested] flags: -DNESTED
//@[order] verdict: safe
//@[account] verdict: safe
//@[opposite] verdict: unsafe
//@[both] verdict: unsafe
//@[ends] verdict: unsafe
//@[joining] verdict: unsafe
//@[nested] verdict: unsafe
#include <pthread.h>
#include <stdio.h>

typedef struct {
  int balance;
  pthread_mutex_t mutex;
} account;

account A, B;
struct {
  pthread_mutex_t a, b;
} two;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void move(account *from, account *to) {
  pthread_mutex_lock(&from->mutex);
  pthread_mutex_lock(&to->mutex); //~[both] deadlock
  pthread_mutex_unlock(&to->mutex);
  pthread_mutex_unlock(&from->mutex);
}

static void *one(void *unused) {
#if defined ACCOUNT || defined BOTH
  move(&A, &B);
#elif defined NESTED
  pthread_mutex_lock(&two.a);
  pthread_mutex_lock(&two.b); //~[nested] deadlock
  pthread_mutex_unlock(&two.b);
  pthread_mutex_unlock(&two.a);
#else
  pthread_mutex_lock(&first); //~[ends] deadlock //~[joining] deadlock
  pthread_mutex_lock(&second); //~[opposite] deadlock
  shared++;
  pthread_mutex_unlock(&second);
#ifndef ENDS
  pthread_mutex_unlock(&first);
#endif
#endif
  return NULL;
}

static void *other(void *unused) {
#if defined ACCOUNT
  move(&A, &B);
#elif defined BOTH
  move(&B, &A);
#elif defined OPPOSITE
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
#elif defined NESTED
  pthread_mutex_lock(&two.b);
  pthread_mutex_lock(&two.a);
  pthread_mutex_unlock(&two.a);
  pthread_mutex_unlock(&two.b);
#else
  one(NULL);
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 100000; i++) {
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, other, NULL);
#ifdef JOINING
    pthread_mutex_lock(&first);
#endif
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifdef JOINING
    pthread_mutex_unlock(&first);
#endif
    printf("%d\n", shared);
  }
  return 0;
}
