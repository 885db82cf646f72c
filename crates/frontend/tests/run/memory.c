// Heap, bulk operations, pointers to pointers, strings, atomics, vectors.
#include <stdlib.h>
#include <string.h>
static unsigned hash = 11;
static void mix(unsigned v) { hash = hash * 29u + v; }
typedef int quad __attribute__((vector_size(16)));
struct item { int key; struct item *next; };

static struct item *push(struct item *list, int key) {
  struct item *item = malloc(sizeof *item);
  item->key = key;
  item->next = list;
  return item;
}
static unsigned length(const char *text) {
  const char *end = text;
  while (*end) end++;
  return (unsigned)(end - text);
}
static quad scale(quad v, int by) { return v * by + (v > 4); }

int main(void) {
  struct item *list = 0;
  for (int i = 0; i < 5; i++) list = push(list, i * i);
  while (list) {
    struct item *next = list->next;
    mix(list->key);
    free(list);
    list = next;
  }
  int *zeros = calloc(6, sizeof *zeros);
  zeros[3] = 4;
  for (int i = 0; i < 6; i++) mix(zeros[i]);
  char buffer[16];
  memset(buffer, 'x', sizeof buffer);
  memcpy(buffer + 2, "hello", 6);
  memmove(buffer + 3, buffer + 2, 4);
  for (int i = 0; i < 16; i++) mix(buffer[i]);
  mix(length("a string") + length(buffer));
  int **table = malloc(3 * sizeof *table);
  for (int i = 0; i < 3; i++) { table[i] = zeros + i; *table[i] = 7 * i; }
  mix(*table[2] + zeros[1]);
  free(table);
  free(zeros);
  int shared = 5;
  mix(__atomic_fetch_add(&shared, 3, __ATOMIC_SEQ_CST));
  mix(__sync_val_compare_and_swap(&shared, 8, 21));
  mix(__sync_lock_test_and_set(&shared, 2));
  mix(shared);
  quad v = {1, 5, 3, 9};
  v = scale(v, 3);
  for (int i = 0; i < 4; i++) mix(v[i]);
  unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned word;
  memcpy(&word, bytes + 1, 4);
  mix(word);
  long address = (long)&bytes[5];
  mix(*(unsigned char *)(address - 2));
  return hash % 239;
}
