//! Texts that the library keeps for all calls: the next call may overwrite them.
//@ revisions: good address error
//@[address] flags: -DADDRESS
//@[error] flags: -DERROR
//@[good] verdict: safe
//@[address] verdict: unsafe
//@[error] verdict: unknown
//@[error] contains: rests on the approximate
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
int main(void) {
  struct in_addr one = {htonl(0x01020304)}, two = {htonl(0x05060708)};
  char *text = inet_ntoa(one);
  assert(strcmp(text, "1.2.3.4") == 0);
  char *again = inet_ntoa(two);
  assert(text == again && strcmp(text, "5.6.7.8") == 0);
  char *error = strerror(2);
  assert(error != NULL && strerror(2) == error);
#ifdef ADDRESS
  assert(inet_ntoa(one)[0] != text[0]); //~[address] assertion
#endif
#ifdef ERROR
  assert(strerror(3) != error);
#endif
  return 0;
}
