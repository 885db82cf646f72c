// Command-line options of one letter (POSIX getopt, without reordering).
#include "cassay.h"
#include <string.h>
#include <unistd.h>

char *optarg;
int optind = 1, opterr = 1, optopt;

// The position inside a group of letters such as -ab; 0 if a new argument starts.
static int inside;

int getopt(int count, char *const arguments[], const char *letters) {
  __cassay_hides("getopt stops at the first argument that is no option");
  if (optind >= count || !arguments[optind])
    return -1;
  const char *argument = arguments[optind];
  if (inside == 0) {
    if (argument[0] != '-' || !argument[1])
      return -1;
    if (argument[1] == '-' && !argument[2]) {
      optind++;
      return -1;
    }
    inside = 1;
  }
  char letter = argument[inside++];
  const char *known = letter == ':' ? NULL : strchr(letters, letter);
  _Bool last = !argument[inside];
  optarg = NULL;
  if (known && known[1] == ':') {
    if (!last)
      optarg = (char *)argument + inside;
    else if (known[2] != ':' && ++optind < count)
      optarg = arguments[optind];
    else if (known[2] != ':') {
      inside = 0;
      optopt = letter;
      return *letters == ':' ? ':' : '?';
    }
    last = 1;
  }
  if (last) {
    optind++;
    inside = 0;
  }
  if (!known) {
    optopt = letter;
    return '?';
  }
  return letter;
}
