/* A ring buffer in a few lines, driven by eight arbitrary operations.
 *
 *   cassay examples/ring_buffer.c             proves that it keeps order and stays in bounds
 *   cassay examples/ring_buffer.c -DBUG       shows a sequence of operations that breaks it
 */
#include <assert.h>

#define SIZE 4
#define OPERATIONS 8

_Bool nondet_bool(void);
unsigned char nondet_uchar(void);

static unsigned char buffer[SIZE];
static unsigned head, count;

static _Bool put(unsigned char value) {
#ifdef BUG
  if (count > SIZE)
    return 0;
#else
  if (count == SIZE)
    return 0;
#endif
  buffer[(head + count) % SIZE] = value;
  count++;
  return 1;
}

static _Bool get(unsigned char *value) {
  if (count == 0)
    return 0;
  *value = buffer[head];
  head = (head + 1) % SIZE;
  count--;
  return 1;
}

int main(void) {
  unsigned char sent[OPERATIONS];
  unsigned puts = 0, gets = 0;
  for (int i = 0; i < OPERATIONS; i++) {
    unsigned char value = nondet_uchar();
    if (nondet_bool()) {
      if (put(value))
        sent[puts++] = value;
    } else if (get(&value)) {
      assert(value == sent[gets]);
      gets++;
    }
  }
  return 0;
}
