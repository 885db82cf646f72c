// The name of the system.
#include "unistd/results.h"
#include <sys/utsname.h>

static void any_name(char *name, size_t size) {
  __cassay_havoc(name, size, "name of the system");
  name[size - 1] = 0;
}

int uname(struct utsname *names) {
  if (outcome() != 0)
    return -1;
  any_name(names->sysname, sizeof names->sysname);
  any_name(names->nodename, sizeof names->nodename);
  any_name(names->release, sizeof names->release);
  any_name(names->version, sizeof names->version);
  any_name(names->machine, sizeof names->machine);
  any_name(names->domainname, sizeof names->domainname);
  return 0;
}
