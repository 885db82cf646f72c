// Opening and closing streams. Nothing is known about files: opening any of them may fail, and data read
// from them are nondeterministic.
#include "stdio/stream.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Streams are objects of the system, so a stream that stays open is not a leak.
static FILE *open_stream(void) {
  if (__cassay_any_bool("the stream cannot be opened")) {
    errno = ENOENT;
    return NULL;
  }
  FILE *stream = __cassay_object(sizeof *stream);
  memset(stream, 0, sizeof *stream);
  stream->__open = 1;
  stream->__number = __cassay_any_int("file number");
  __cassay_assume(stream->__number > 2);
  return stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  (void)strlen(path);
  CLAIM(*mode == 'r' || *mode == 'w' || *mode == 'a', "the mode starts with r, w or a");
  return open_stream();
}

FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }

FILE *fdopen(int file, const char *mode) {
  CLAIM(*mode == 'r' || *mode == 'w' || *mode == 'a', "the mode starts with r, w or a");
  return open_stream();
}

FILE *tmpfile(void) { return open_stream(); }

FILE *popen(const char *command, const char *mode) {
  (void)strlen(command);
  CLAIM(*mode == 'r' || *mode == 'w', "the mode starts with r or w");
  return open_stream();
}

static void close_stream(FILE *stream) {
  OPEN(stream);
  stream->__open = 0;
  stream->__pushed = 0;
  stream->__flags = 0;
}

int fclose(FILE *stream) {
  close_stream(stream);
  return __cassay_any_bool("closing fails") ? EOF : 0;
}

int pclose(FILE *stream) {
  close_stream(stream);
  int status = __cassay_any_int("status of the command");
  __cassay_assume(status >= -1);
  return status;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  if (path)
    (void)strlen(path);
  close_stream(stream);
  if (__cassay_any_bool("the stream cannot be opened"))
    return NULL;
  stream->__open = 1;
  return stream;
}

int fcloseall(void) { return __cassay_any_bool("closing fails") ? EOF : 0; }
