// Hash tables: bucket counts and the hash of bytes. Programs must not depend on the values, which other
// versions of the library choose otherwise; they are those of no particular version.
#include "cxx/cxx.h"

struct policy {
  float max_load;
  size_t next_resize;
};

// Prime numbers, each about twice the one before.
static const unsigned long primes[] = {
    2,         5,         13,        29,        59,         127,        257,     541,     1109,     2357,
    5087,      10273,     20753,     42043,     85229,      172933,     351061,  712697,  1447153,  2938679,
    5967347,   12117689,  24607243,  49969847,  101473717,  206062531,  418450807, 849749479, 1725587117, 3504151727u};

#define PRIMES (sizeof primes / sizeof *primes)

static size_t buckets_for(size_t wanted) {
  for (unsigned i = 0; i < PRIMES; i++)
    if (primes[i] >= wanted)
      return primes[i];
  __cassay_unsupported("hash table with more than 3 billion buckets");
  return 0;
}

// How many elements a number of buckets is good for.
static size_t limit(const struct policy *self, size_t buckets) {
  if (self->max_load == 1.0f)
    return buckets;
  double most = (double)buckets * (double)self->max_load;
  return most >= (double)SIZE_MAX ? SIZE_MAX : (size_t)most;
}

size_t next_bkt(struct policy *self, size_t wanted) NAMED("_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktE" SZ);
size_t next_bkt(struct policy *self, size_t wanted) {
  size_t buckets = wanted == 0 ? 1 : buckets_for(wanted);
  self->next_resize = limit(self, buckets);
  return buckets;
}

// std::pair<bool, size_t>
struct need {
  _Bool needed;
  size_t buckets;
};

struct need need_rehash(struct policy *self, size_t buckets, size_t elements, size_t more)
    NAMED("_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashE" SZ SZ SZ);
struct need need_rehash(struct policy *self, size_t buckets, size_t elements, size_t more) {
  struct need result = {0, 0};
  size_t sum = elements + more;
  if (sum <= self->next_resize)
    return result;
  size_t least = sum;
  // The first table is not tiny.
  if (self->next_resize == 0 && least < 11)
    least = 11;
  if (self->max_load != 1.0f)
    least = (size_t)((double)least / (double)self->max_load);
  if (least < buckets) {
    self->next_resize = limit(self, buckets);
    return result;
  }
  least++;
  if (least < 2 * buckets)
    least = 2 * buckets;
  result.needed = 1;
  result.buckets = next_bkt(self, least);
  return result;
}

// FNV-1a, which has the properties that are promised: equal bytes give equal values.
size_t hash_bytes(const void *bytes, size_t length, size_t seed) NAMED("_ZSt11_Hash_bytesPKv" SZ SZ);
size_t hash_bytes(const void *bytes, size_t length, size_t seed) {
  const unsigned char *next = bytes;
  size_t hash = seed;
  for (; length; length--)
    hash = (hash ^ *next++) * (sizeof(size_t) == 8 ? (size_t)1099511628211u : 16777619u);
  return hash;
}

size_t fnv_hash_bytes(const void *bytes, size_t length, size_t seed) NAMED("_ZSt15_Fnv_hash_bytesPKv" SZ SZ);
size_t fnv_hash_bytes(const void *bytes, size_t length, size_t seed) { return hash_bytes(bytes, length, seed); }
