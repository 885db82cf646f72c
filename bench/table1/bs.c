//! Binary search for any key among fifteen records.
//@ paper: 10 SNU-RT.bs
//@ row: --unwind 15
//@ row: -DANY --unwind 15
//@ safe:
//@ unsafe: -DBUG
#include <assert.h>
#define N 15
int nondet_int(void);

struct record {
  int key;
  int value;
};

struct record data[N] = {
    {1, 100}, {5, 200}, {6, 300}, {7, 700}, {8, 900}, {9, 250}, {10, 400}, {11, 600},
    {12, 800}, {13, 1500}, {14, 1200}, {15, 110}, {16, 140}, {17, 133}, {18, 10},
};

int search(int key) {
  int low = 0, high = N - 1;
#ifdef BUG
  high--;
#endif
  while (low <= high) {
    int middle = (low + high) / 2;
    if (data[middle].key == key)
      return data[middle].value;
    if (data[middle].key > key)
      high = middle - 1;
    else
      low = middle + 1;
  }
  return -1;
}

int main(void) {
  int key = nondet_int();
#ifdef ANY
  for (int i = 0; i < N; i++) {
    data[i].key = nondet_int();
    data[i].value = i;
    if (i > 0 && data[i - 1].key >= data[i].key)
      return 0;
  }
#endif
  int found = search(key);
  int k = nondet_int();
  if (k >= 0 && k < N)
    assert((data[k].key == key) <= (found == data[k].value));
  return 0;
}
