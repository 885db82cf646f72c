//! A function that the library calls must return a value too; the call of the library is reported.
//@ verdict: unsafe
#include <stdlib.h>

int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x != y)
    return x < y ? -1 : 1;
}

int main(void) {
  int numbers[2] = {4, 4};
  qsort(numbers, 2, sizeof(int), compare); //~ missing-return
  return 0;
}
