// The source of formatted input: a string or a stream. The including file defines LETTER, the character
// type of strings and formats, and CODE, which converts a LETTER to a number.
//
// A string is read letter by letter if it is constant during symbolic execution or short. The letters of any
// other string are approximated. From a stream, a run of letters is read in one step.
//
// The state of a call is in variables of this file, because an access through a pointer would need checks of
// its own. Pointers are parameters, because a loop that changes a pointer variable cannot be proved by
// induction.
#ifndef CASSAY_INPUT_H
#define CASSAY_INPUT_H

#include "stdio/stream.h"
#include <stdint.h>
#include <wchar.h>

// Strings that are not constant are read letter by letter in objects of up to this size in bytes.
#define SHORT_TEXT 40
// The end of strings up to this length is found by a loop that needs no unwinding bound.
#define LONG_TEXT 256

// The index in the string, and the number of characters that were consumed.
static size_t at, taken;
// Whether a string is read letter by letter, whether all of its letters are constants, and whether letters
// of a string are approximated.
static _Bool followed, known, approximate;
// Whether the format asks for the number of characters (%n).
static _Bool counted;
// The flags and the pushed-back characters of the stream.
static int flags;
static unsigned long long pushed;
// Whether this call has met the end of the input or an error, after which it reads no further.
static _Bool ended;

// A set of characters up to 255. `others` says whether greater wide characters belong to it.
struct set {
  unsigned long long words[4];
  _Bool others;
};

#define SPACES 0x100003e00ull
#define EVERYTHING ((struct set){{~0ull, ~0ull, ~0ull, ~0ull}, 1})
#define NOT_SPACES ((struct set){{~SPACES, ~0ull, ~0ull, ~0ull}, 1})

// The set of the current directive.
static struct set set;

static inline _Bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static inline _Bool is_in_set(unsigned c) {
  unsigned long long word = c < 64    ? set.words[0]
                            : c < 128 ? set.words[1]
                            : c < 192 ? set.words[2]
                                      : set.words[3];
  return c > 255 ? set.others : word >> c % 64 & 1;
}

static inline void put_in_set(unsigned c) {
  if (c < 64)
    set.words[0] |= 1ull << c;
  else if (c < 128)
    set.words[1] |= 1ull << c % 64;
  else if (c < 192)
    set.words[2] |= 1ull << c % 64;
  else if (c < 256)
    set.words[3] |= 1ull << c % 64;
}

// The value for "no character": the string or the input ends.
#define END -1

static inline size_t any_length(void) {
  return approximate ? __cassay_any_size("approximate length in the text")
                     : __cassay_any_size("length of the text read");
}

// An arbitrary next character. A string can only end; a stream can also fail.
static inline int any_character(void) {
  int c = approximate ? __cassay_any_int("approximate character of the text")
                      : __cassay_any_int("character read");
  __cassay_assume(c >= END && c <= 255);
  ended = c == END;
  if (ended)
    flags |= !approximate && __cassay_any_bool("input ends by an error") ? FAILED : AT_END;
  else
    pushed = (pushed ? pushed : 1) << 8 | (unsigned)c;
  return c;
}

// The next character, which is not consumed.
static inline int peek(const LETTER *text) {
  if (followed) {
    LETTER letter = text[at];
    return letter ? CODE(letter) : END;
  }
  if (pushed)
    return (unsigned char)pushed;
  return ended || flags & AT_END ? END : any_character();
}

// Consumes the character that peek returned.
static inline void take(void) {
  taken++;
  if (followed) {
    at++;
    return;
  }
  pushed >>= 8;
  if (pushed == 1)
    pushed = 0;
}

// How many letters are read one by one. From a stream these are the pushed-back ones.
static inline size_t steps(void) {
  return !followed ? MOST_PUSHED : known ? SIZE_MAX : SHORT_TEXT;
}

// Whether the next letter is read as a single one and belongs to the set.
static inline _Bool one_more(const LETTER *text) {
  if (!followed && !pushed)
    return 0;
  int c = peek(text);
  return c != END && is_in_set((unsigned)c);
}

// Whether a run of letters can be read in one step.
static inline _Bool come_at_once(void) {
  return !followed && !pushed && !ended && !(flags & AT_END);
}

// The length of an arbitrary run of letters of the set, at most `most`.
static inline size_t any_run(size_t most) {
  size_t length = any_length();
  __cassay_assume(length <= most);
  taken += length;
  return length;
}

// A run that ends early is followed by the end or by a character outside the set.
static inline void end_run(const LETTER *text, _Bool early) {
  if (!early)
    return;
  int c = peek(text);
  __cassay_assume(c == END || !is_in_set((unsigned)c));
}

// Consumes at most `most` letters of the set and returns how many there were. It is separate from `run`:
// with a null pointer as the target there, loops around the call could not be proved by induction.
static inline size_t skip_run(const LETTER *text, size_t most) {
  size_t length = 0, limit = steps();
  for (size_t i = 0; i < limit; i++) {
    if (length == most || !one_more(text))
      break;
    take();
    length++;
  }
  if (length == most || !come_at_once())
    return length;
  length += any_run(most - length);
  end_run(text, length < most);
  return length;
}

static inline void put_letter(void *to, _Bool wide, size_t index, int c) {
  if (wide)
    ((wchar_t *)to)[index] = c;
  else
    ((char *)to)[index] = (char)c;
}

// A member of the set.
static inline unsigned char member(void) {
  if (is_in_set('x'))
    return 'x';
  unsigned found = 0;
  for (unsigned c = 255; c > 0; c--)
    if (is_in_set(c))
      found = c;
  return (unsigned char)found;
}

// Stores arbitrary letters of the set.
static inline void put_any(char *to, size_t length, _Bool wide) {
  if (wide)
    __cassay_havoc(to, length * sizeof(wchar_t), "approximate wide characters read");
  else if (approximate)
    __cassay_havoc_among(to, length, set.words[0], set.words[1], set.words[2], set.words[3],
                         member(), "approximate letters of the text");
  else
    __cassay_havoc_among(to, length, set.words[0], set.words[1], set.words[2], set.words[3],
                         member(), "text read");
}

// Consumes at most `most` letters of the set, stores them and returns how many there were.
static inline size_t run(const LETTER *text, size_t most, void *to, _Bool wide) {
  size_t length = 0, limit = steps();
  for (size_t i = 0; i < limit; i++) {
    if (length == most || !one_more(text))
      break;
    put_letter(to, wide, length++, peek(text));
    take();
  }
  if (length == most || !come_at_once())
    return length;
  size_t more = any_run(most - length);
  put_any((char *)to + length * (wide ? sizeof(wchar_t) : 1), more, wide);
  length += more;
  end_run(text, length < most);
  return length;
}

static inline void skip_spaces(const LETTER *text) {
  set = (struct set){{SPACES, 0, 0, 0}, 0};
  skip_run(text, SIZE_MAX);
}

// Starts to read a string. If it is neither constant nor short, its letters are approximated.
static inline void open_text(const LETTER *text) {
  __cassay_note("formatted input from a string that is neither constant nor short gives any value");
  at = taken = 0;
  flags = 0;
  pushed = 0;
  ended = 0;
  approximate = 0;
  followed = known = 1;
  for (size_t i = 0; known; i++) {
    if (!__cassay_known_int((int)text[i]))
      known = 0;
    else if (!text[i])
      break;
  }
  if (known)
    return;
  // The first loop has a constant bound, so that loops around the call need no unwinding bound for it.
  size_t length = 0;
  for (; length < LONG_TEXT; length++)
    if (!text[length])
      break;
  while (text[length])
    length++;
  approximate = __cassay_object_size(text) - __cassay_offset(text) > SHORT_TEXT;
  followed = !approximate;
}

// Starts to read from a stream.
static inline void open_stream(FILE *stream) {
  OPEN(stream);
  taken = 0;
  followed = approximate = 0;
  flags = stream->__flags;
  pushed = stream->__pushed;
  ended = 0;
}

// Stores the state of the input back into the stream.
static inline void close_stream(FILE *stream) {
  stream->__flags = flags;
  stream->__pushed = pushed;
}

#endif
