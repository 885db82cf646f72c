// Names of hosts and services. A list has one or two addresses; longer lists are not modelled.
#include "cassay.h"
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// The errors of getaddrinfo are negative numbers.
#define LEAST_ERROR -105
#define NO_MEMORY -10

// An entry of the list with its address and name, allocated as one heap object.
struct answer {
  struct addrinfo info;
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    unsigned char six[28];
  } address;
};

static int wanted(int choice, int present) { return choice != 0 ? choice : present; }

static struct addrinfo *answer(const struct addrinfo *hints) {
  struct answer *fresh = malloc(sizeof *fresh);
  if (!fresh)
    return NULL;
  __cassay_havoc(&fresh->address, sizeof fresh->address, "address");
  _Bool four = __cassay_any_bool("the address is one of version 4");
  if (hints && hints->ai_family != AF_UNSPEC)
    four = hints->ai_family == AF_INET;
  fresh->address.any.sa_family = four ? AF_INET : AF_INET6;
  fresh->info.ai_family = four ? AF_INET : AF_INET6;
  fresh->info.ai_addrlen = four ? sizeof(struct sockaddr_in) : 28;
  fresh->info.ai_addr = &fresh->address.any;
  fresh->info.ai_flags = hints ? hints->ai_flags : 0;
  int type = __cassay_any_bool("the socket is one for datagrams") ? SOCK_DGRAM : SOCK_STREAM;
  fresh->info.ai_socktype = wanted(hints ? hints->ai_socktype : 0, type);
  fresh->info.ai_protocol = wanted(hints ? hints->ai_protocol : 0, __cassay_any_int("protocol"));
  fresh->info.ai_canonname = NULL;
  fresh->info.ai_next = NULL;
  return &fresh->info;
}

int getaddrinfo(const char *restrict host, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict place) {
  if (host)
    (void)strlen(host);
  if (service)
    (void)strlen(service);
  int error = __cassay_any_int("result of getaddrinfo");
  __cassay_assume(error <= 0 && error >= LEAST_ERROR);
  if (!host && !service)
    __cassay_assume(error != 0);
  if (hints && hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET &&
      hints->ai_family != AF_INET6)
    __cassay_assume(error != 0);
  if (error != 0)
    return error;
  // AI_CANONNAME
  if (hints && (hints->ai_flags & 2))
    __cassay_unsupported("getaddrinfo with a canonical name");
  struct addrinfo *first = answer(hints);
  if (!first)
    return NO_MEMORY;
  if (__cassay_any_bool("there is another address")) {
    if (__cassay_any_bool("there are more than two addresses"))
      __cassay_unsupported("getaddrinfo with more than two addresses");
    first->ai_next = answer(hints);
    if (!first->ai_next) {
      free(first);
      return NO_MEMORY;
    }
  }
  *place = first;
  return 0;
}

void freeaddrinfo(struct addrinfo *list) {
  while (list) {
    struct addrinfo *next = list->ai_next;
    free(list);
    list = next;
  }
}

const char *gai_strerror(int error) {
  size_t length = __cassay_any_size("length of the text");
  __cassay_assume(length <= 65535);
  char *text = __cassay_object(length + 1);
  text[length] = 0;
  return text;
}
