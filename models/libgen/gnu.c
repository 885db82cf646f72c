// The last part of a path, as the function of GNU finds it: the text stays as it is.
#include "cassay.h"
#include <string.h>

char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash ? slash + 1 : path);
}
