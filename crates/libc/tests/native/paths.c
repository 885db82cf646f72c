// Parts of paths, and addresses of the internet as text.
#include "check.h"
#include <arpa/inet.h>
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>

#undef basename
extern char *basename(const char *);
MODEL(basename) MODEL(__xpg_basename) MODEL(dirname) MODEL(inet_ntoa) MODEL(inet_ntop)

static void any_path(char *path) {
  int length = random_bits() % 12;
  for (int i = 0; i < length; i++)
    path[i] = random_bits() % 2 ? '/' : (char)('a' + random_bits() % 2);
  path[length] = 0;
}

static void check_parts(void) {
  char path[16], own[16];
  any_path(path);
  strcpy(own, path);
  CHECK(strcmp(basename(path), model_basename(path)) == 0, "basename(\"%s\")", path);
  char *expected = dirname(path), *found = model_dirname(own);
  CHECK(strcmp(expected, found) == 0 && strcmp(path, own) == 0, "dirname: %s %s", expected, found);
  any_path(path);
  strcpy(own, path);
  expected = __xpg_basename(path);
  found = model___xpg_basename(own);
  CHECK(strcmp(expected, found) == 0 && strcmp(path, own) == 0, "basename: %s %s", expected, found);
}

static void check_address(void) {
  struct in_addr address = {(uint32_t)random_bits()};
  if (random_bits() % 2)
    address.s_addr &= 0x0f0f0f0f;
  CHECK(strcmp(inet_ntoa(address), model_inet_ntoa(address)) == 0, "inet_ntoa");
  char text[20], own[20];
  socklen_t size = random_bits() % 20;
  errno = *model_errno() = 0;
  const char *expected = inet_ntop(AF_INET, &address, text, size);
  const char *found = model_inet_ntop(AF_INET, &address, own, size);
  CHECK(!expected == !found && (!expected || strcmp(text, own) == 0), "inet_ntop");
  CHECK(errno == *model_errno(), "inet_ntop: errno");
}

void check_paths(void) {
  CHECK(strcmp(dirname(NULL), model_dirname(NULL)) == 0, "dirname of nothing");
  CHECK(strcmp(__xpg_basename(NULL), model___xpg_basename(NULL)) == 0, "basename of nothing");
  for (int i = 0; i < 20000; i++) {
    check_parts();
    check_address();
  }
}
