// Searching in arrays.
#include "cassay.h"
#include <search.h>
#include <stdlib.h>
#include <string.h>

void *bsearch(const void *key, const void *base, size_t count, size_t width,
              __compar_fn_t compare) {
  CLAIM(compare != NULL, "bsearch has a function to compare with");
  __cassay_note("of several elements that compare equal, bsearch finds the first that halving reaches");
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * width;
    int order = compare(key, element);
    if (order == 0)
      return (void *)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t width,
            int (*compare)(const void *, const void *)) {
  const char *element = base;
  for (size_t i = 0; i < *count; i++, element += width)
    if (compare(key, element) == 0)
      return (void *)element;
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t width,
              int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, count, width, compare);
  if (found)
    return found;
  char *element = (char *)base + *count * width;
  memcpy(element, key, width);
  ++*count;
  return element;
}
