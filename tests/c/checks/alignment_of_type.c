//! The type of an access decides its alignment, also where the compiler knows a lesser one of the object.
//@ revisions: global local index store copy copy_by_pointer bits member macro packed typedefs union_member bytes builtin
//@[global] flags: -DGLOBAL
//@[global] verdict: unsafe
//@[local] flags: -DLOCAL
//@[local] verdict: unsafe
//@[index] flags: -DINDEX
//@[index] verdict: unsafe
//@[store] flags: -DSTORE --32
//@[store] verdict: unsafe
//@[copy] flags: -DCOPY
//@[copy] verdict: unsafe
//@[copy_by_pointer] flags: -DCOPY_BY_POINTER
//@[copy_by_pointer] verdict: unsafe
//@[bits] flags: -DBITS
//@[bits] verdict: unsafe
//@[member] flags: -DMEMBER
//@[member] verdict: unsafe
//@[macro] flags: -DMACRO
//@[macro] verdict: unsafe
//@[packed] flags: -DPACKED
//@[packed] verdict: safe
//@[typedefs] flags: -DTYPEDEFS
//@[typedefs] verdict: safe
//@[union_member] flags: -DUNION
//@[union_member] verdict: safe
//@[bytes] flags: -DBYTES
//@[bytes] verdict: safe
//@[builtin] flags: -DBUILTIN
//@[builtin] verdict: safe
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair {
  int a;
  char c;
};
struct fields {
  int low : 3, high : 20;
};
struct packed {
  char tag;
  int value;
  union {
    char c[4];
    int i;
    float f;
  } u;
} __attribute__((packed));
typedef int loose __attribute__((aligned(1)));
typedef int four __attribute__((vector_size(16), aligned(1)));
#define AS(type, p) (*(type *)(p))
static char bytes[64];
static struct packed one;
int main(void) {
  char here[32] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 16;
  int sum = 0;
#ifdef GLOBAL
  sum += *(int *)&bytes[4];
  sum += *(int *)&bytes[1]; //~[global] alignment
#endif
#ifdef LOCAL
  sum += *(short *)(here + 3); //~[local] alignment
#endif
#ifdef INDEX
  sum += *(int *)&bytes[i]; //~[index] alignment
#endif
#ifdef STORE
  *(int *)&bytes[2] = 3; //~[store] alignment
#endif
#ifdef COPY
  struct pair p = *(struct pair *)&bytes[1]; //~[copy] alignment
  sum += p.c;
#endif
#ifdef COPY_BY_POINTER
  struct pair p = {1, 2};
  char *to = bytes;
  *(struct pair *)(to + i) = p; //~[copy_by_pointer] alignment
#endif
#ifdef BITS
  sum += ((struct fields *)&bytes[1])->high; //~[bits] alignment
#endif
#ifdef MEMBER
  sum += ((struct pair *)&here[6])->a; //~[member] alignment
#endif
#ifdef MACRO
  sum += AS(int, bytes + 8);
  sum += AS(int, bytes + 9); //~[macro] alignment
#endif
#ifdef PACKED
  struct packed *p = &one;
  p->value = one.value + 1;
  sum += ((struct packed *)&bytes[3])->value;
  struct packed copy = *(struct packed *)&bytes[5];
  sum += copy.tag;
#endif
#ifdef TYPEDEFS
  *(loose *)&bytes[1] = 3;
  sum += *(loose *)&bytes[i];
  four v = *(four *)&bytes[7];
  sum += v[0];
#endif
#ifdef UNION
  one.u.i = 3;
  one.u.f = 1;
  sum += (&one)->u.c[1];
#endif
#ifdef BYTES
  struct pair p;
  memcpy(&p, bytes + 1, sizeof p);
  memcpy(bytes + 3, &p, sizeof p);
  for (unsigned k = 0; k < sizeof p; k++)
    sum += ((char *)&p)[k];
#endif
#ifdef BUILTIN
  struct pair p, *q = (struct pair *)(bytes + 1);
  __builtin_memcpy(&p, q, sizeof p);
#endif
  return 0;
}
