// Sockets. Any call may fail, and received data are nondeterministic.
#include "unistd/results.h"
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>

// Writes an arbitrary address, cut off to the size of the caller's buffer.
static void fill_address(struct sockaddr *address, socklen_t *size) {
  if (!address)
    return;
  socklen_t length = __cassay_any_uint("size of the address");
  __cassay_assume(length <= sizeof(struct sockaddr_storage));
  __cassay_havoc(address, length < *size ? length : *size, "address");
  *size = length;
}

int socket(int domain, int type, int protocol) { return new_file(); }

int listen(int file, int waiting) { return outcome(); }

int shutdown(int file, int how) { return outcome(); }

int bind(int file, const struct sockaddr *address, socklen_t size) {
  TOUCH(address);
  return outcome();
}

int connect(int file, const struct sockaddr *address, socklen_t size) {
  TOUCH(address);
  return outcome();
}

int accept(int file, struct sockaddr *restrict address, socklen_t *restrict size) {
  int other = new_file();
  if (other >= 0)
    fill_address(address, size);
  return other;
}

int getsockname(int file, struct sockaddr *restrict address, socklen_t *restrict size) {
  fill_address(address, size);
  return outcome();
}

int getpeername(int file, struct sockaddr *restrict address, socklen_t *restrict size) {
  fill_address(address, size);
  return outcome();
}

int setsockopt(int file, int level, int name, const void *value, socklen_t size) {
  if (size > 0) {
    TOUCH(value);
    TOUCH((const char *)value + (size - 1));
  }
  return outcome();
}

int getsockopt(int file, int level, int name, void *restrict value, socklen_t *restrict size) {
  __cassay_havoc(value, *size, "approximate option of the socket");
  return outcome();
}

ssize_t send(int file, const void *bytes, size_t n, int flags) {
  if (n > 0) {
    TOUCH(bytes);
    TOUCH((const char *)bytes + (n - 1));
  }
  return moved(n);
}

ssize_t sendto(int file, const void *bytes, size_t n, int flags, const struct sockaddr *address,
               socklen_t size) {
  return send(file, bytes, n, flags);
}

ssize_t recv(int file, void *bytes, size_t n, int flags) {
  ssize_t count = moved(n);
  if (count > 0)
    __cassay_havoc(bytes, (size_t)count, "bytes received");
  return count;
}

ssize_t __recv_chk(int file, void *bytes, size_t n, size_t room, int flags) {
  return recv(file, bytes, n, flags);
}

ssize_t recvfrom(int file, void *restrict bytes, size_t n, int flags,
                 struct sockaddr *restrict address, socklen_t *restrict size) {
  ssize_t count = recv(file, bytes, n, flags);
  if (count >= 0)
    fill_address(address, size);
  return count;
}

int select(int count, fd_set *restrict readers, fd_set *restrict writers, fd_set *restrict others,
           struct timeval *restrict timeout) {
  if (readers)
    __cassay_havoc(readers, sizeof *readers, "approximate files that can be read");
  if (writers)
    __cassay_havoc(writers, sizeof *writers, "approximate files that can be written");
  if (others)
    __cassay_havoc(others, sizeof *others, "approximate files with an exception");
  int ready = __cassay_any_int("approximate number of files that are ready");
  __cassay_assume(ready >= -1);
  return ready;
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
  for (nfds_t i = 0; i < count; i++)
    files[i].revents = __cassay_any_short("approximate events of the file");
  int ready = __cassay_any_int("approximate number of files that are ready");
  __cassay_assume(ready >= -1 && (ready < 0 || (nfds_t)ready <= count));
  return ready;
}

in_addr_t inet_addr(const char *text) {
  (void)strlen(text);
  return __cassay_any_uint("approximate address");
}

int inet_aton(const char *text, struct in_addr *address) {
  (void)strlen(text);
  address->s_addr = __cassay_any_uint("approximate address");
  return __cassay_any_bool("approximate validity of the address");
}

int inet_pton(int family, const char *restrict text, void *restrict address) {
  (void)strlen(text);
  if (family != AF_INET && family != AF_INET6)
    return -1;
  if (!__cassay_any_bool("approximate validity of the address"))
    return 0;
  __cassay_havoc(address, family == AF_INET ? 4 : 16, "approximate address");
  return 1;
}

static char *address_text(char *text, size_t most) {
  size_t length = __cassay_any_size("approximate length of the address");
  __cassay_assume(length > 1 && length < most);
  __cassay_havoc(text, length, "approximate text of the address");
  text[length] = 0;
  return text;
}

// Writes an address in dotted notation and returns the length.
static size_t four_numbers(const unsigned char bytes[4], char *text) {
  size_t length = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char byte = bytes[i];
    if (i > 0)
      text[length++] = '.';
    if (byte >= 100)
      text[length++] = (char)('0' + byte / 100);
    if (byte >= 10)
      text[length++] = (char)('0' + byte / 10 % 10);
    text[length++] = (char)('0' + byte % 10);
  }
  text[length] = 0;
  return length;
}

// inet_ntoa returns the same buffer on every call.
char *inet_ntoa(struct in_addr address) {
  static char text[INET_ADDRSTRLEN];
  unsigned char bytes[4];
  memcpy(bytes, &address.s_addr, 4);
  four_numbers(bytes, text);
  return text;
}

const char *inet_ntop(int family, const void *restrict address, char *restrict text,
                      socklen_t size) {
  if (family == AF_INET) {
    char own[INET_ADDRSTRLEN];
    size_t length = four_numbers(address, own);
    if (length >= size) {
      errno = ENOSPC;
      return NULL;
    }
    memcpy(text, own, length + 1);
    return text;
  }
  if (family != AF_INET6) {
    errno = EAFNOSUPPORT;
    return NULL;
  }
  unsigned char bytes[16];
  memcpy(bytes, address, 16);
  if (size < 3 || __cassay_any_bool("the text does not fit")) {
    errno = ENOSPC;
    return NULL;
  }
  return address_text(text, size < INET6_ADDRSTRLEN ? size : INET6_ADDRSTRLEN);
}
