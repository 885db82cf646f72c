// Wide characters from and to streams: any characters, until the input ends.
#include "stdio/stream.h"
#include <wchar.h>

wint_t fgetwc(FILE *stream) {
  OPEN(stream);
  if (stream->__pushed) {
    wint_t pushed = (wint_t)stream->__pushed - 1;
    stream->__pushed = 0;
    return pushed;
  }
  wint_t c = __cassay_any_uint("wide character read");
  __cassay_assume(c <= 0x7ffffffe || c == WEOF);
  if (c == WEOF)
    no_more_input(stream);
  return c;
}

wint_t getwc(FILE *stream) { return fgetwc(stream); }

wint_t getwchar(void) { return fgetwc(stdin); }

wint_t ungetwc(wint_t c, FILE *stream) {
  OPEN(stream);
  if (c == WEOF || stream->__pushed)
    return WEOF;
  stream->__pushed = (int)(c + 1);
  stream->__at_end = 0;
  return c;
}

wchar_t *fgetws(wchar_t *restrict text, int size, FILE *restrict stream) {
  OPEN(stream);
  if (size <= 0)
    return NULL;
  if (__cassay_any_bool("no line can be read")) {
    no_more_input(stream);
    return NULL;
  }
  stream->__pushed = 0;
  size_t length = __cassay_any_size("length of the line read");
  __cassay_assume(length < (size_t)size && (length > 0 || size == 1));
  __cassay_havoc(text, length * sizeof *text, "line read");
  text[length] = 0;
  return text;
}

wint_t fputwc(wchar_t c, FILE *stream) {
  OPEN(stream);
  return output_fails() ? WEOF : (wint_t)c;
}

wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }

wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }

int fputws(const wchar_t *restrict text, FILE *restrict stream) {
  OPEN(stream);
  (void)wcslen(text);
  return output_fails() ? -1 : 1;
}

int fwide(FILE *stream, int mode) {
  OPEN(stream);
  return __cassay_any_int("orientation of the stream");
}
