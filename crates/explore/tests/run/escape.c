// Variables of main become known to another thread in every way in which a pointer can travel.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct pair {
  int *first, *second;
};

struct node *list;
int *published;
struct pair box;
_Thread_local int own;
int *of_thread;
int results[6];

static void *other(void *given) {
  ++*(int *)given;
  if (published)
    ++*published;
  if (list && list->next)
    ++list->next->value;
  if (box.second)
    ++*box.second;
  if (of_thread)
    ++*of_thread;
  int *result = malloc(sizeof *result);
  if (!result)
    exit(1);
  *result = 5;
  return result;
}

int main(void) {
  int local = 0, second = 0, third = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, other, &local);
  local++;
  published = &second;
  second++;
#ifdef MORE
  struct node last = {0, NULL}, first = {0, &last};
  list = &first;
  last.value++;
  struct pair pair = {NULL, &third};
  box = pair;
  third++;
#else
  of_thread = &own;
  own++;
#endif
  void *result;
  pthread_join(thread, &result);
  results[0] = local;
  results[1] = second;
  results[2] = third;
  results[3] = own;
  results[4] = *(int *)result;
#ifdef MORE
  results[5] = last.value;
#endif
  return 0;
}
