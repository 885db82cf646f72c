// Buffers, positions and states of streams.
#include "stdio/stream.h"
#include <string.h>

int fflush(FILE *stream) {
  if (stream)
    OPEN(stream);
  return __cassay_any_bool("output fails") ? EOF : 0;
}

int fflush_unlocked(FILE *stream) { return fflush(stream); }

void setbuf(FILE *restrict stream, char *restrict buffer) { OPEN(stream); }

void setbuffer(FILE *stream, char *buffer, size_t size) { OPEN(stream); }

void setlinebuf(FILE *stream) { OPEN(stream); }

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  OPEN(stream);
  return __cassay_any_bool("the buffer cannot be set") ? -1 : 0;
}

int feof(FILE *stream) {
  OPEN(stream);
  return (stream->__flags & AT_END) != 0;
}

int ferror(FILE *stream) {
  OPEN(stream);
  return (stream->__flags & FAILED) || __cassay_any_bool("output failed before");
}

void clearerr(FILE *stream) {
  OPEN(stream);
  stream->__flags = 0;
}

int feof_unlocked(FILE *stream) { return feof(stream); }

int ferror_unlocked(FILE *stream) { return ferror(stream); }

void clearerr_unlocked(FILE *stream) { clearerr(stream); }

int fileno(FILE *stream) {
  OPEN(stream);
  return stream->__number;
}

int fileno_unlocked(FILE *stream) { return fileno(stream); }

int fseek(FILE *stream, long offset, int whence) {
  OPEN(stream);
  if (whence < 0 || whence > 2 || __cassay_any_bool("the position cannot be set"))
    return -1;
  stream->__pushed = 0;
  stream->__flags &= ~AT_END;
  return 0;
}

int fseeko(FILE *stream, off_t offset, int whence) { return fseek(stream, offset, whence); }

long ftell(FILE *stream) {
  OPEN(stream);
  long position = __cassay_any_long("position in the file");
  __cassay_assume(position >= -1);
  return position;
}

off_t ftello(FILE *stream) { return ftell(stream); }

void rewind(FILE *stream) {
  OPEN(stream);
  stream->__pushed = 0;
  stream->__flags = 0;
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position) {
  OPEN(stream);
  __cassay_havoc(position, sizeof *position, "position in the file");
  return __cassay_any_bool("there is no position") ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position) {
  TOUCH(position);
  return fseek(stream, 0, 0);
}

void flockfile(FILE *stream) { OPEN(stream); }

int ftrylockfile(FILE *stream) {
  OPEN(stream);
  return __cassay_any_bool("the stream is locked");
}

void funlockfile(FILE *stream) { OPEN(stream); }
