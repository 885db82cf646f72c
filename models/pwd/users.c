// Users and groups. An entry does not exist or has arbitrary strings. All calls share one object (POSIX).
#include "unistd/results.h"
#include <grp.h>
#include <pwd.h>
#include <string.h>

// glibc does not limit the length of these strings. Longer ones are assumed not to occur.
#define LONGEST 65535

static char *any_text(void) {
  size_t length = __cassay_any_size("length of the text");
  __cassay_assume(length <= LONGEST);
  char *text = __cassay_object(length + 1);
  text[length] = 0;
  return text;
}

static char *copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *fresh = __cassay_object(size);
  memcpy(fresh, text, size);
  return fresh;
}

static struct passwd *user(void) {
  static struct passwd shared;
  shared.pw_passwd = any_text();
  shared.pw_gecos = any_text();
  shared.pw_dir = any_text();
  shared.pw_shell = any_text();
  shared.pw_gid = __cassay_any_uint("group");
  return &shared;
}

struct passwd *getpwnam(const char *name) {
  char *own = copy(name);
  if (__cassay_any_bool("there is no such user"))
    return NULL;
  struct passwd *found = user();
  found->pw_name = own;
  found->pw_uid = __cassay_any_uint("user");
  return found;
}

struct passwd *getpwuid(uid_t number) {
  if (__cassay_any_bool("there is no such user"))
    return NULL;
  struct passwd *found = user();
  found->pw_name = any_text();
  found->pw_uid = number;
  return found;
}

// A group with at most one member; more members are not modelled.
static struct group *group(char *name, gid_t number) {
  static struct group shared;
  static char *members[2];
  if (__cassay_any_bool("the group has several members"))
    __cassay_unsupported("a group with several members");
  members[0] = __cassay_any_bool("the group has no members") ? NULL : any_text();
  shared.gr_name = name;
  shared.gr_passwd = any_text();
  shared.gr_gid = number;
  shared.gr_mem = members;
  return &shared;
}

struct group *getgrnam(const char *name) {
  char *own = copy(name);
  if (__cassay_any_bool("there is no such group"))
    return NULL;
  return group(own, __cassay_any_uint("group"));
}

struct group *getgrgid(gid_t number) {
  if (__cassay_any_bool("there is no such group"))
    return NULL;
  return group(any_text(), number);
}
