// Wide characters and streams. In the "C" locale only characters of ASCII can be read.
#include "stdio/stream.h"
#include <errno.h>
#include <wchar.h>

wint_t fgetwc(FILE *stream) {
  OPEN(stream);
  int c = next(stream);
  if (c == EOF)
    return WEOF;
  if (c > 127) {
    stream->__flags |= FAILED;
    errno = EILSEQ;
    return WEOF;
  }
  return (wint_t)c;
}

wint_t getwc(FILE *stream) { return fgetwc(stream); }

wint_t getwchar(void) { return fgetwc(stdin); }

wint_t ungetwc(wint_t c, FILE *stream) {
  return c <= 127 && ungetc((int)c, stream) != EOF ? c : WEOF;
}

// Lines up to this length are read character by character.
#define SHORT_LINE 64

wchar_t *fgetws(wchar_t *restrict text, int size, FILE *restrict stream) {
  OPEN(stream);
  if (size <= 0)
    return NULL;
  size_t length = 0, most = (size_t)size - 1;
  _Bool exact = most <= SHORT_LINE;
  for (int i = 0; i < (exact ? SHORT_LINE : MOST_PUSHED); i++) {
    if (length == most || (!exact && !stream->__pushed))
      break;
    wint_t c = fgetwc(stream);
    if (c == WEOF) {
      if (length == 0 || !(stream->__flags & AT_END))
        return NULL;
      most = length;
      break;
    }
    text[length++] = (wchar_t)c;
    if (c == '\n')
      most = length;
  }
  if (length < most) {
    __cassay_note("the characters of long lines of wide characters are arbitrary");
    size_t count = __cassay_any_size("approximate length of the line of wide characters");
    __cassay_assume(count <= most - length);
    __cassay_havoc(text + length, count * sizeof *text, "approximate line of wide characters");
    if (count < most - length && __cassay_any_bool("approximate end of the line"))
      no_more_input(stream);
    length += count;
    if (length == 0)
      return NULL;
  }
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
