// What the models of <stdio.h> share.
#ifndef CASSAY_STREAM_H
#define CASSAY_STREAM_H

#include "cassay.h"
#include <stdio.h>

#define OPEN(stream) CLAIM((stream)->__open == 1, "the stream is open")

// One attempt to read failed: the end of the file or an error.
static inline void no_more_input(FILE *stream) {
  if (__cassay_any_bool("input ends by an error"))
    stream->__failed = 1;
  else
    stream->__at_end = 1;
}

// Output may fail at any time. The stream does not remember it: ferror may say so at any time.
static inline _Bool output_fails(void) { return __cassay_any_bool("output fails"); }

#endif
