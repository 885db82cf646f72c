// What formatted input reads from: a text or a stream. LETTER is the type of the characters of texts
// and formats, and CODE makes a character from one.
//
// A text is read letter by letter where it is known or short. Of any other text the letters are
// taken as any, which is said by their names. Of a stream, runs of letters are taken at once.
//
// What one call keeps is in variables of this file and not behind a pointer, where every access would
// be claimed to be valid. Pointers are handed on: a loop that changes one cannot be proved by
// induction.
#ifndef CASSAY_INPUT_H
#define CASSAY_INPUT_H

#include "stdio/stream.h"
#include <stdint.h>
#include <wchar.h>

// Texts that are not known are followed letter by letter in objects up to this size, in bytes.
#define SHORT_TEXT 40
// Texts up to this length are looked through without a bound.
#define LONG_TEXT 256

// Where the input is, and how many characters were taken.
static size_t at, taken;
// Whether it is a text that is read letter by letter, whether all of that is known, and whether what
// is taken as any is a text.
static _Bool followed, known, approximate;
// Whether somebody asks for the number of characters.
static _Bool counted;
// Flags and pushed characters of the stream.
static int flags;
static unsigned long long pushed;
// Whether the call has met the end or an error: it does not try again.
static _Bool ended;

// A set of the characters up to 255; in texts of wide characters, whether greater ones belong to it.
struct set {
  unsigned long long words[4];
  _Bool others;
};

#define SPACES 0x100003e00ull
#define EVERYTHING ((struct set){{~0ull, ~0ull, ~0ull, ~0ull}, 1})
#define NOT_SPACES ((struct set){{~SPACES, ~0ull, ~0ull, ~0ull}, 1})

// The set that is being read.
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

// No character: the text or the input ends.
#define END -1

static inline size_t any_length(void) {
  return approximate ? __cassay_any_size("approximate length in the text")
                     : __cassay_any_size("length of the text read");
}

// Any next character. A text only ends; a stream may fail.
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

// The next character, which stays there.
static inline int peek(const LETTER *text) {
  if (followed) {
    LETTER letter = text[at];
    return letter ? CODE(letter) : END;
  }
  if (pushed)
    return (unsigned char)pushed;
  return ended || flags & AT_END ? END : any_character();
}

// Takes the character that was just looked at.
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

// How many letters can be looked at one by one. Without a text these are the ones that were pushed back.
static inline size_t steps(void) {
  return !followed ? MOST_PUSHED : known ? SIZE_MAX : SHORT_TEXT;
}

// Whether a letter of the set comes next, which is one by one.
static inline _Bool one_more(const LETTER *text) {
  if (!followed && !pushed)
    return 0;
  int c = peek(text);
  return c != END && is_in_set((unsigned)c);
}

// Whether more letters of the set can come at once.
static inline _Bool come_at_once(void) {
  return !followed && !pushed && !ended && !(flags & AT_END);
}

// Any number of letters of the set, up to so many.
static inline size_t any_run(size_t most) {
  size_t length = any_length();
  __cassay_assume(length <= most);
  taken += length;
  return length;
}

// What ends a run before its time is no letter of the set.
static inline void end_run(const LETTER *text, _Bool early) {
  if (!early)
    return;
  int c = peek(text);
  __cassay_assume(c == END || !is_in_set((unsigned)c));
}

// Takes letters of the set, at most so many; how many there were. Nothing is written here: a pointer
// that leads nowhere would keep loops around the call from being proved by induction.
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

// A letter of the set.
static inline unsigned char member(void) {
  if (is_in_set('x'))
    return 'x';
  unsigned found = 0;
  for (unsigned c = 255; c > 0; c--)
    if (is_in_set(c))
      found = c;
  return (unsigned char)found;
}

// Stores any letters of the set.
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

// Takes letters of the set, at most so many, and stores them; how many there were.
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

// Starts to read a text. Of a text that is neither known nor short the letters are any.
static inline void open_text(const LETTER *text) {
  __cassay_note("what formatted input reads from a text that is neither known nor short is any value");
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
  // The steps are counted, so that loops around the call need no bound for this one.
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

// What is left of the input stays in the stream.
static inline void close_stream(FILE *stream) {
  stream->__flags = flags;
  stream->__pushed = pushed;
}

#endif
