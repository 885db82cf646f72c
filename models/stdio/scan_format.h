// Formatted input, directive by directive.
#ifndef CASSAY_SCAN_FORMAT_H
#define CASSAY_SCAN_FORMAT_H

#include "stdio/scan_number.h"
#include <string.h>

// The outcome of a directive.
enum outcome { MATCHED, MISMATCHED, NO_INPUT };

// The current directive.
static struct {
  _Bool skip;
  _Bool allocate;
  int width;
  enum length length;
  char kind;
} directive;

// Reads a directive after its percent sign.
static inline void directive_in(const LETTER *format) {
  directive.skip = format[place] == '*';
  place += directive.skip;
  directive.width = number_in(format);
  if (format[place] == '$')
    __cassay_unsupported("format with numbered arguments");
  directive.allocate = format[place] == 'm';
  place += directive.allocate;
  directive.length = length_in(format);
  CLAIM(format[place] != 0, "the conversion specification is complete");
  directive.kind = (char)format[place++];
}

// Reads the set of a %[ directive after its bracket.
static inline void set_in(const LETTER *format) {
  set = (struct set){{0, 0, 0, 0}, 0};
  _Bool complement = format[place] == '^';
  place += complement;
  // A bracket or hyphen at the start is a member of the set.
  for (_Bool first = 1; first || format[place] != ']'; first = 0) {
    unsigned c = (unsigned)CODE(format[place]);
    CLAIM(c != 0, "the conversion specification is complete");
    if (c > 255)
      __cassay_unsupported("set of wide characters in a format");
    unsigned before = first ? 256 : (unsigned)CODE(format[place - 1]);
    unsigned last = (unsigned)CODE(format[place + 1]);
    if (c == '-' && last != 0 && last != ']' && before <= last) {
      for (unsigned between = before; between < last; between++)
        put_in_set(between);
    } else
      put_in_set(c);
    place++;
  }
  place++;
  if (complement) {
    for (int i = 0; i < 4; i++)
      set.words[i] = ~set.words[i];
    set.others = 1;
  }
}

// Allocates a string. Its size was chosen nondeterministically and will equal the length that is read. If
// the file that includes this does not define ALLOCATES, there is no allocation here, so that loops around
// the call can be proved by induction.
static inline void *allocated(struct arguments *arguments, size_t size) {
#ifdef ALLOCATES
  void *text = malloc(size);
  *va_arg(arguments->list, void **) = text;
  return text;
#else
  __cassay_unsupported("%m in a format that is no literal");
  return (void)arguments, (void)size, NULL;
#endif
}

// The number of letters of the set that come next.
static inline size_t letters_ahead(const LETTER *text, size_t most) {
  if (!followed) {
    size_t guessed = any_length();
    __cassay_assume(guessed > 0 && guessed <= most && guessed < INT32_MAX);
    return guessed;
  }
  size_t start = at, before = taken;
  size_t length = skip_run(text, most);
  at = start;
  taken = before;
  return length;
}

// Reads letters of the set, with or without a terminating zero.
static inline enum outcome scan_letters(const LETTER *text, struct arguments *arguments) {
  _Bool wide = directive.length == LONG, ended = directive.kind != 'c';
  size_t most = directive.width > 0 ? (size_t)directive.width : ended ? SIZE_MAX : 1;
  size_t unit = wide ? sizeof(wchar_t) : 1;
  int first = peek(text);
  if (first == END)
    return NO_INPUT;
  if (!is_in_set((unsigned)first))
    return MISMATCHED;
  if (directive.skip) {
    skip_run(text, most);
    return MATCHED;
  }
  void *to;
  size_t guessed = 0;
  if (directive.allocate) {
    guessed = letters_ahead(text, most);
    to = allocated(arguments, (guessed + ended) * unit);
    if (!to)
      return NO_INPUT;
  } else
    to = va_arg(arguments->list, void *);
  const LETTER *from = followed ? text + at : NULL;
  // Only ASCII characters can be converted between bytes and wide characters.
  struct set all = set;
  if (wide != (sizeof(LETTER) > 1)) {
    set.words[2] = set.words[3] = 0;
    set.others = 0;
  }
  size_t length = run(text, most, to, wide);
  set = all;
  if (length < most && peek(text) > 127 && is_in_set((unsigned)peek(text)))
    return MISMATCHED;
  if (ended)
    put_letter(to, wide, length, 0);
  if (directive.allocate)
    __cassay_assume(length == guessed);
  else if (from)
    CLAIM_APART(to, (length + ended) * unit, from, length * sizeof *from);
  return MATCHED;
}

static inline enum outcome scan_integer(const LETTER *text, struct arguments *arguments) {
  char kind = directive.kind;
  unsigned base = kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'd' || kind == 'u' ? 10 : 16;
  if (peek(text) == END)
    return NO_INPUT;
  if (!read_written(text, directive.width, base))
    return MISMATCHED;
  if (!directive.skip)
    store_integer(directive.length, kind == 'd' || kind == 'i', arguments);
  return MATCHED;
}

// %p: a pointer that was printed before, or null.
static inline enum outcome scan_pointer(const LETTER *text, struct arguments *arguments) {
  letter_count = 0;
  letters_left = directive.width > 0 ? (size_t)directive.width : SIZE_MAX;
  if (peek(text) == END)
    return NO_INPUT;
  _Bool null = peek(text) == '(';
  if (null ? !take_word(text, "(nil)") : !read_written(text, directive.width, 16))
    return MISMATCHED;
  if (directive.skip)
    return MATCHED;
  void **to = va_arg(arguments->list, void **);
  if (null)
    *to = NULL;
  else if (followed)
    *to = (void *)(uintptr_t)unsigned_value(0);
  else
    *to = __cassay_any_ptr("pointer read");
  return MATCHED;
}

static inline enum outcome convert(const LETTER *text, struct arguments *arguments) {
  switch (directive.kind) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return scan_integer(text, arguments);
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    if (peek(text) == END)
      return NO_INPUT;
    return scan_float(text, directive.width, directive.length, directive.skip, arguments)
               ? MATCHED
               : MISMATCHED;
  case 's':
    set = NOT_SPACES;
    return scan_letters(text, arguments);
  case 'c':
    set = EVERYTHING;
    return scan_letters(text, arguments);
  case '[':
    return scan_letters(text, arguments);
  case 'p':
    return scan_pointer(text, arguments);
  default:
    CLAIM(0, "the conversion specification is valid");
    return MISMATCHED;
  }
}

// Matches a letter of the format that is not part of a directive.
static inline enum outcome literal(const LETTER *text, int wanted) {
  int c = peek(text);
  if (c == END)
    return NO_INPUT;
  if (c != wanted)
    return MISMATCHED;
  take();
  return MATCHED;
}

// Whether a format may ask for the number of characters read (%n).
static inline _Bool counts(const LETTER *format) {
  _Bool found = 0, behind = 0;
  for (; *format; format++) {
    found |= behind && *format == 'n';
    // Lengths and widths are between the percent sign and the conversion letter.
    behind = *format == '%' || (behind && (*format <= '9' || *format == 'h' || *format == 'l' ||
                                           *format == 'j' || *format == 'z' || *format == 't'));
  }
  return found;
}

// Reads as the format says. Returns the number of stored conversions, or EOF.
static int scan(const LETTER *text, const LETTER *format, va_list list) {
  struct arguments arguments = {list};
  int stored = 0;
  counted = counts(format);
  place = 0;
  while (format[place]) {
    enum outcome outcome = MATCHED;
    int letter = CODE(format[place++]);
    if (is_space(letter)) {
      skip_spaces(text);
      continue;
    }
    if (letter == '%') {
      directive_in(format);
      if (directive.kind == '[')
        set_in(format);
      else if (directive.kind != 'c' && directive.kind != 'n')
        skip_spaces(text);
      if (directive.kind == 'n') {
        __cassay_assume(taken <= INT32_MAX);
        if (!directive.skip)
          store_count(directive.length, &arguments, (long long)taken);
      } else if (directive.kind == '%')
        outcome = literal(text, '%');
      else {
        outcome = convert(text, &arguments);
        stored += outcome == MATCHED && !directive.skip;
      }
    } else
      outcome = literal(text, letter);
    if (outcome == NO_INPUT)
      return stored == 0 ? EOF : stored;
    if (outcome == MISMATCHED)
      return stored;
  }
  return stored;
}

static int scan_text(const LETTER *text, const LETTER *format, va_list list) {
  open_text(text);
  return scan(text, format, list);
}

static int scan_stream(FILE *stream, const LETTER *format, va_list list) {
  open_stream(stream);
  int stored = scan(NULL, format, list);
  close_stream(stream);
  return stored;
}

#endif
