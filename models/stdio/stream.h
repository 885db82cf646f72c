// Definitions that the models of <stdio.h> share.
#ifndef CASSAY_STREAM_H
#define CASSAY_STREAM_H

#include "cassay.h"
#include <stdio.h>

#define OPEN(stream) CLAIM((stream)->__open == 1, "the stream is open")

// Flags of a stream with the numbers of glibc, because its inline functions test them.
#define AT_END 0x10
#define FAILED 0x20

// An attempt to read fails: end of file or error.
static inline void no_more_input(FILE *stream) {
  stream->__flags |= __cassay_any_bool("input ends by an error") ? FAILED : AT_END;
}

// Output may fail at any time. The stream does not record this; ferror may return true at any time.
static inline _Bool output_fails(void) { return __cassay_any_bool("output fails"); }

// The pushed-back characters, the last one in the lowest byte, with a one bit above the first; 0 if there
// are none.
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

// The next character, or EOF. The end-of-file state stays until the program clears it.
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

// Consumes pushed-back characters, at most the given number and up to the character that ends the text.
// Returns how many there were. The loop has a constant bound, so that it needs no unwinding bound.
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
