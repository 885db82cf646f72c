// GNU basename, which does not modify its argument.
#include "cassay.h"
#include <string.h>

char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash ? slash + 1 : path);
}
