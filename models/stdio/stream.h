// What the models of <stdio.h> share.
#ifndef CASSAY_STREAM_H
#define CASSAY_STREAM_H

#include "cassay.h"
#include <stdio.h>

#define OPEN(stream) CLAIM((stream)->__open == 1, "the stream is open")

// Flags of a stream, by glibc's numbers: its inline functions look at them.
#define AT_END 0x10
#define FAILED 0x20

// One attempt to read failed: the end of the file or an error.
static inline void no_more_input(FILE *stream) {
  stream->__flags |= __cassay_any_bool("input ends by an error") ? FAILED : AT_END;
}

// Output may fail at any time. The stream does not remember it: ferror may say so at any time.
static inline _Bool output_fails(void) { return __cassay_any_bool("output fails"); }

// Characters that were pushed back, the last one in the lowest byte, with a one above the first; 0
// when there are none.
#define MOST_PUSHED 7

static inline void push(FILE *stream, unsigned char c) {
  stream->__pushed = (stream->__pushed ? stream->__pushed : 1) << 8 | c;
}

static inline unsigned char pop(FILE *stream) {
  unsigned char c = (unsigned char)stream->__pushed;
  stream->__pushed >>= 8;
  if (stream->__pushed == 1)
    stream->__pushed = 0;
  return c;
}

// The next character, or EOF. The end of a file stays the end until the program says otherwise.
static inline int next(FILE *stream) {
  if (stream->__pushed)
    return pop(stream);
  if (stream->__flags & AT_END)
    return EOF;
  int c = __cassay_any_int("character read");
  __cassay_assume(c >= -1 && c <= 255);
  if (c == EOF)
    no_more_input(stream);
  return c;
}

// Takes what was pushed back, up to so many characters and to a character that ends the text; how
// many there were. The steps are counted, so that a stream in any state needs no bound.
static inline size_t take_pushed(FILE *stream, char *to, size_t most, int last) {
  size_t taken = 0;
  for (int i = 0; i < MOST_PUSHED; i++) {
    if (!stream->__pushed || taken == most)
      break;
    unsigned char c = pop(stream);
    to[taken++] = (char)c;
    if (c == last)
      break;
  }
  return taken;
}

#endif
