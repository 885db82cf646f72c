// Sorting. Comparison functions are called only with elements of the array (C17 7.22.5).
#include "cassay.h"
#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef int (*compare_with)(const void *, const void *, void *);

static void sort(char *base, size_t count, size_t width, __compar_fn_t compare,
                 compare_with compare_r, void *context) {
  if (count < 2 || width == 0)
    return;
  char held[width];
  for (size_t i = 1; i < count; i++) {
    for (char *right = base + i * width; right != base; right -= width) {
      char *left = right - width;
      int order = compare ? compare(left, right) : compare_r(left, right, context);
      if (order < 0)
        break;
      // Elements that compare equal may end up in any order (C17 7.22.5.2p4).
      if (order == 0 && (memcmp(left, right, width) == 0 ||
                         !__cassay_any_bool("equal elements change places")))
        break;
      memcpy(held, left, width);
      memcpy(left, right, width);
      memcpy(right, held, width);
    }
  }
}

void qsort(void *base, size_t count, size_t width, __compar_fn_t compare) {
  CLAIM(compare != NULL, "qsort has a function to compare with");
  sort(base, count, width, compare, NULL, NULL);
}

void qsort_r(void *base, size_t count, size_t width, compare_with compare, void *context) {
  CLAIM(compare != NULL, "qsort_r has a function to compare with");
  sort(base, count, width, NULL, compare, context);
}
