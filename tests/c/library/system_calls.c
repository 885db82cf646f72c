//! Functions of the system with models: names, mapped memory, directories, users, addresses.
//@ revisions: good zero past closed user list
//@[zero] flags: -DZERO
//@[past] flags: -DPAST
//@[closed] flags: -DCLOSED
//@[user] flags: -DUSER
//@[list] flags: -DLIST
//@[good] verdict: safe
//@[zero] verdict: unsafe
//@[past] verdict: unsafe
//@[closed] verdict: unsafe
//@[user] verdict: unsafe
//@[list] verdict: unsafe
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <dirent.h>
#include <netdb.h>
#include <pwd.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
int main(void) {
  struct utsname names;
  if (uname(&names) == 0)
    assert(strlen(names.sysname) < sizeof names.sysname);
  int *memory = mmap(NULL, 4000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED)
    assert(memory[999] == 0 && memory[1023] == 0);
#ifdef ZERO
  assert(memory[0] == 0); //~[zero] pointer.invalid
#endif
#ifdef PAST
  if (memory != MAP_FAILED)
    memory[1024] = 1; //~[past] pointer.bounds
#endif
  struct passwd *user = getpwuid(0);
  if (user)
    assert(user->pw_uid == 0);
#ifdef USER
  return user->pw_name[0]; //~[user] pointer.null
#endif
  struct in_addr address = {htonl(0x7f000001)};
  assert(strcmp(inet_ntoa(address), "127.0.0.1") == 0);
  DIR *directory = opendir(".");
  if (!directory)
    return 1;
  struct dirent *entry = readdir(directory);
  if (entry)
    assert(strlen(entry->d_name) < sizeof entry->d_name);
  closedir(directory);
#ifdef CLOSED
  readdir(directory); //~[closed] pointer.freed
#endif
#ifdef LIST
  struct addrinfo *list = NULL;
  getaddrinfo("host", "http", NULL, &list);
  return list->ai_family; //~[list] pointer.null
#endif
  return 0;
}
