// Strings of wide characters.
#include "cassay.h"
#include "string/sign.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length])
    length++;
  return length;
}

size_t wcsnlen(const wchar_t *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length])
    length++;
  return length;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  wcpcpy(to, from);
  return to;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
  size_t length = wcslen(from);
  CLAIM_APART(to, (length + 1) * sizeof *to, from, (length + 1) * sizeof *from);
  memcpy(to, from, (length + 1) * sizeof *from);
  return to + length;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t length = wcsnlen(from, n);
  CLAIM_APART(to, n * sizeof *to, from, (length + (length < n)) * sizeof *from);
  memcpy(to, from, length * sizeof *from);
  memset(to + length, 0, (n - length) * sizeof *from);
  return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  size_t start = wcslen(to), length = wcslen(from);
  CLAIM_APART(to, (start + length + 1) * sizeof *to, from, (length + 1) * sizeof *from);
  memcpy(to + start, from, (length + 1) * sizeof *from);
  return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t start = wcslen(to), length = wcsnlen(from, n);
  CLAIM_APART(to, (start + length + 1) * sizeof *to, from,
              (length + (length < n)) * sizeof *from);
  memcpy(to + start, from, length * sizeof *from);
  to[start + length] = 0;
  return to;
}

wchar_t *wcsdup(const wchar_t *text) {
  size_t size = (wcslen(text) + 1) * sizeof *text;
  wchar_t *copy = malloc(size);
  if (!copy)
    return NULL;
  memcpy(copy, text, size);
  return copy;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return any_of_sign(a[i] < b[i] ? -1 : a[i] > b[i]);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return any_of_sign(a[i] < b[i] ? -1 : 1);
    if (!a[i])
      return 0;
  }
  return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t length = wcslen(from);
  if (n > 0)
    memcpy(to, from, (length < n ? length + 1 : n) * sizeof *from);
  return length;
}

static wchar_t small(wchar_t c) { return (unsigned)c - 'A' < 26u ? c + 32 : c; }

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && small(a[i]) == small(b[i]))
    i++;
  return any_of_sign(small(a[i]) < small(b[i]) ? -1 : small(a[i]) > small(b[i]));
}

wchar_t *wcschr(const wchar_t *text, wchar_t c) {
  while (*text != c)
    if (!*text++)
      return NULL;
  return (wchar_t *)text;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c) {
  size_t last = wcslen(text);
  while (text[last] != c) {
    if (last == 0)
      return NULL;
    last--;
  }
  return (wchar_t *)text + last;
}

static _Bool contains(const wchar_t *set, wchar_t c) {
  while (*set && *set != c)
    set++;
  return *set != 0;
}

size_t wcsspn(const wchar_t *text, const wchar_t *set) {
  size_t length = 0;
  while (text[length] && contains(set, text[length]))
    length++;
  return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *set) {
  size_t length = 0;
  while (text[length] && !contains(set, text[length]))
    length++;
  return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set) {
  text += wcscspn(text, set);
  return *text ? (wchar_t *)text : NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
  for (;; text++) {
    size_t i = 0;
    while (part[i] && text[i] == part[i])
      i++;
    if (!part[i])
      return (wchar_t *)text;
    if (!*text)
      return NULL;
  }
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict set, wchar_t **restrict rest) {
  CLAIM(text || *rest, "wcstok has a string to continue with");
  if (!text)
    text = *rest;
  text += wcsspn(text, set);
  wchar_t *end = text + wcscspn(text, set);
  wchar_t *token = *text ? text : NULL;
  if (*end) {
    CLAIM_APART(end, sizeof *end, set, (wcslen(set) + 1) * sizeof *set);
    *end++ = 0;
  }
  *rest = end;
  return token;
}
