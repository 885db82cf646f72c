//! Structures that threads hand over by pointers: lists of objects with several members, arrays of pointers.
//@ revisions: list order stack first array moved
//@ flags: --no-simulation --no-memory-leak-check --unwind 4
//@[list] flags: -DLIST
//@[order] flags: -DLIST -DORDER
//@[stack] flags: -DSTACK
//@[first] flags: -DSTACK -DFIRST
//@[array] flags: -DARRAY
//@[moved] flags: -DARRAY -DMOVED
//@[list] verdict: safe
//@[order] verdict: unsafe
//@[stack] verdict: safe
//@[first] verdict: unsafe
//@[array] verdict: safe
//@[moved] verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *list;
struct node one, two;
_Atomic(struct node *) top;
int *array;

static void push(struct node *node, int value) {
  node->value = value;
#ifdef LIST
  pthread_mutex_lock(&mutex);
  node->next = list;
  list = node;
  pthread_mutex_unlock(&mutex);
#else
  struct node *old = top;
  do
    node->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, node));
#endif
}

static void *works(void *unused) {
#ifdef ARRAY
  pthread_mutex_lock(&mutex);
  if (array)
    assert(array[0] == 7); //~[moved] assertion
  pthread_mutex_unlock(&mutex);
#else
  push(&one, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
#ifdef ARRAY
  int *first = malloc(2 * sizeof *first);
  if (!first)
    return 0;
  first[0] = 7;
  pthread_mutex_lock(&mutex);
  array = first;
#ifdef MOVED
  array++;
  array[0] = 8;
#else
  // What was never written is copied, too.
  int *second = malloc(2 * sizeof *second);
  if (second) {
    for (int i = 0; i < 2; i++)
      second[i] = array[i];
    array = second;
  }
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
#else
  push(&two, 2);
  pthread_join(thread, NULL);
#ifdef LIST
  struct node *last = list;
#else
  struct node *last = top;
#endif
  assert(last == &one || last == &two);
  assert(last->next == &one || last->next == &two);
  assert(last->value + last->next->value == 3);
  assert(!last->next->next);
#if defined ORDER || defined FIRST
  assert(last == &two); //~[order] assertion //~[first] assertion
#endif
#endif
  return 0;
}
