// Search for any of several characters, and tokenization.
#include "cassay.h"
#include <string.h>

static _Bool contains(const char *set, char c) {
  while (*set && *set != c)
    set++;
  return *set != 0;
}

size_t strspn(const char *text, const char *set) {
  size_t length = 0;
  while (text[length] && contains(set, text[length]))
    length++;
  return length;
}

size_t strcspn(const char *text, const char *set) {
  size_t length = 0;
  while (text[length] && !contains(set, text[length]))
    length++;
  return length;
}

char *strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text ? (char *)text : NULL;
}

char *strtok_r(char *restrict text, const char *restrict set, char **restrict rest) {
  CLAIM(text || *rest, "strtok has a string to continue with");
  if (!text)
    text = *rest;
  text += strspn(text, set);
  char *end = text + strcspn(text, set);
  char *token = *text ? text : NULL;
  if (*end) {
    CLAIM_APART(end, 1, set, strlen(set) + 1);
    *end++ = 0;
  }
  *rest = end;
  return token;
}

char *__strtok_r(char *restrict text, const char *restrict set, char **restrict rest) {
  return strtok_r(text, set, rest);
}

char *strtok(char *restrict text, const char *restrict set) {
  static char *rest;
  return strtok_r(text, set, &rest);
}

char *strsep(char **restrict rest, const char *restrict set) {
  char *text = *rest;
  if (!text)
    return NULL;
  char *end = text + strcspn(text, set);
  if (*end) {
    CLAIM_APART(end, 1, set, strlen(set) + 1);
    *end = 0;
    *rest = end + 1;
  } else
    *rest = NULL;
  return text;
}
