// Lines of any length, into memory that grows with them.
#include "stdio/stream.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Makes room for more characters and keeps those that were read. Returns false if the allocation fails.
static _Bool make_room(char **line, size_t *size, size_t kept, size_t needed) {
  if (needed <= *size)
    return 1;
  // How much more than necessary is allocated is up to the library.
  size_t larger = __cassay_any_size("memory for the line");
  __cassay_assume(larger >= needed && larger <= 2 * needed + 240);
  char *longer = malloc(larger);
  if (!longer)
    return 0;
  if (*line) {
    memcpy(longer, *line, kept);
    free(*line);
  }
  *line = longer;
  *size = larger;
  return 1;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter,
                 FILE *restrict stream) {
  OPEN(stream);
  if (!*line || *size == 0) {
    if (!*line)
      *size = 0;
    if (!make_room(line, size, 0, MOST_PUSHED + 1))
      return -1;
  }
  size_t length = 0;
  if (stream->__pushed) {
    if (!make_room(line, size, 0, MOST_PUSHED + 1))
      return -1;
    length = take_pushed(stream, *line, MOST_PUSHED, (unsigned char)delimiter);
    if ((unsigned char)(*line)[length - 1] == delimiter) {
      (*line)[length] = 0;
      return (ssize_t)length;
    }
  }
  size_t count = 0;
  _Bool ends = 1;
  if (!(stream->__flags & AT_END)) {
    count = __cassay_any_size("length of the line read");
    __cassay_assume(count < SSIZE_MAX / 2);
    ends = __cassay_any_bool("the input ends before the line");
    if (ends)
      no_more_input(stream);
  }
  // Nothing was read, or an error occurred in the middle.
  if (ends && (length + count == 0 || !(stream->__flags & AT_END)))
    return -1;
  if (!make_room(line, size, length, length + count + (ends ? 1 : 2)))
    return -1;
  unsigned long long set[4] = {~0ull, ~0ull, ~0ull, ~0ull};
  unsigned char other = delimiter == 'x' ? 'y' : 'x';
  if (delimiter >= 0 && delimiter <= 255)
    set[delimiter / 64] &= ~(1ull << delimiter % 64);
  __cassay_havoc_among(*line + length, count, set[0], set[1], set[2], set[3], other, "line read");
  length += count;
  if (!ends)
    (*line)[length++] = (char)delimiter;
  (*line)[length] = 0;
  return (ssize_t)length;
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  return getdelim(line, size, '\n', stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter,
                   FILE *restrict stream) {
  return getdelim(line, size, delimiter, stream);
}
