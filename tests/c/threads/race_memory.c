//! What races are the bytes: elements and members do not, bit-fields of one word do.
//@ revisions: elements same index far fields bits copy apart set own handed shared
//@ flags: --no-simulation --property no-data-race --multi-property
//@[elements] verdict: safe
//@[same] flags: -DSAME
//@[same] verdict: unsafe
//@[index] flags: -DINDEX
//@[index] verdict: unsafe
//@[far] flags: -DFAR
//@[far] verdict: safe
//@[fields] flags: -DFIELDS
//@[fields] verdict: safe
//@[bits] flags: -DBITS
//@[bits] verdict: unsafe
//@[bits] unseen: ThreadSanitizer of gcc does not watch bit-fields
//@[copy] flags: -DCOPY
//@[copy] verdict: unsafe
//@[apart] flags: -DAPART
//@[apart] verdict: safe
//@[set] flags: -DSET
//@[set] verdict: unsafe
//@[own] flags: -DOWN
//@[own] verdict: safe
//@[handed] flags: -DHANDED
//@[handed] verdict: safe
//@[shared] flags: -DSHARED
//@[shared] verdict: unsafe
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct { int a, b; } members;
struct { unsigned a : 3, b : 5; } bits;
int array[8], source[8];
_Thread_local int own;
unsigned index_of_main;
int *volatile handed;

static void *worker(void *argument) {
#if defined SAME
  array[3] = 1; //~[same] data-race
#elif defined INDEX
  array[3] = 1; //~[index] data-race
#elif defined FAR
  array[7] = 1;
#elif defined FIELDS
  members.a = 1;
#elif defined BITS
  bits.a = 1; //~[bits] data-race
#elif defined COPY
  memcpy(array, source, sizeof array); //~[copy] data-race
#elif defined APART
  memcpy(array, source, 4 * sizeof *array);
#elif defined SET
  memset(array, 0, sizeof array); //~[set] data-race
#elif defined OWN
  own = 1;
#elif defined HANDED || defined SHARED
  *(int *)argument = 1; //~[shared] data-race
#else
  array[2] = 1;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *heap = NULL;
#if defined HANDED || defined SHARED
  heap = malloc(sizeof *heap);
  if (!heap)
    return 1;
  *heap = 7;
#endif
  pthread_create(&thread, NULL, worker, heap);
#if defined SAME
  return array[3]; //~[same] data-race
#elif defined INDEX || defined FAR
  unsigned index = __VERIFIER_nondet_uint() % 7;
  array[index] = 2; //~[index] data-race
#elif defined FIELDS
  members.b = 2;
#elif defined BITS
  return bits.b; //~[bits] data-race
#elif defined COPY
  return array[7]; //~[copy] data-race
#elif defined APART
  return array[4] + source[0];
#elif defined SET
  return array[0]; //~[set] data-race
#elif defined OWN
  own = 2;
#elif defined HANDED
  pthread_join(thread, NULL);
  free(heap);
#elif defined SHARED
  return *heap; //~[shared] data-race
#else
  array[1] = 1;
#endif
  return 0;
}
