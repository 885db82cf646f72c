// Short vectors, wide integers, computed jumps, atomic updates.
typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(8)));

static unsigned long sum;
static void add(unsigned long value) { sum = sum * 31 + value; }
static void add_ints(ints v) {
  for (int i = 0; i < 4; i++)
    add((unsigned)v[i]);
}

static void vectors(int at) {
  ints a = {1, -2, 3, 400}, b = {5, 6, -7, 8};
  add_ints(a + b);
  add_ints(a * b - (a ^ b));
  add_ints(a < b);
  add_ints(a << (b & 3));
  add_ints(a == 3);
  a[at] = 77;
  add(a[at ^ 1]);
  add_ints(a);
  floats f = {1.5f, 2.5f, -3.5f, 0.25f};
  add_ints((ints)(f * 2.0f));
  add_ints(__builtin_convertvector(f, ints));
  add_ints(__builtin_shufflevector(a, b, 7, 0, 2, 5));
  bytes c = {1, 2, 3, 4, 5, 6, 7, 255};
  c += 1;
  add(c[7] + c[0]);
  add((unsigned long)((unsigned long long)c >> 24));
}

static void wide(unsigned long x) {
#ifdef __SIZEOF_INT128__
  unsigned __int128 p = (unsigned __int128)x * x + 7;
  add((unsigned long)(p >> 64));
  add((unsigned long)p);
  add((unsigned long)(p / 1000));
  add((unsigned long)(p % 1000));
  add((p << 3) > p);
  __int128 s = -(__int128)x;
  add((unsigned long)(s / 3));
  add((unsigned long)(s >> 70));
#endif
  switch (x * 0x100000001ull) {
  case 0x1234500012345ull: add(1); break;
  default: add(2);
  }
}

static void jumps(int n) {
  static void *labels[] = {&&zero, &&one, &&two};
  static const int distances[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero};
again:
  goto *labels[n % 3];
two:
  add(2);
  n--;
  goto again;
one:
  add(1);
  n--;
  goto *(&&zero + distances[0]);
zero:
  add(0);
}

static _Atomic int shared = 5;
static int counter = 4;
static void atomics(void) {
  add(shared++);
  add(shared -= 2);
  add(shared |= 3);
  add(__atomic_fetch_or(&counter, 8, __ATOMIC_SEQ_CST));
  add(__atomic_nand_fetch(&counter, 3, __ATOMIC_RELAXED));
  int expected = 3;
  add(__atomic_compare_exchange_n(&counter, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  add(expected);
  add(__sync_lock_test_and_set(&counter, 4));
  add(__sync_bool_compare_and_swap(&counter, 4, 6));
  add(__sync_add_and_fetch(&counter, 10));
  add(__atomic_exchange_n(&counter, 1, __ATOMIC_ACQ_REL));
  add(counter);
}

static void bits(unsigned x) {
  add(__builtin_clz(x) + __builtin_ctz(x) * 100 + __builtin_popcount(x) * 10000);
  add(__builtin_bswap32(x));
  add(__builtin_bswap64(x));
  add(__builtin_parity(x));
  add(__builtin_ffs(x));
  add((x << 7) | (x >> 25));
  int out;
  add(__builtin_add_overflow((int)x, 2147483647, &out));
  add(__builtin_mul_overflow(x, 3u, (unsigned *)&out));
  add((unsigned)out);
}

struct tail {
  int n;
  int items[];
};
static struct tail flexible = {3, {7, 8, 9}};
static __thread int own = 6;

int main(void) {
  vectors(2);
  wide(0x12345);
  wide(~0ul);
  jumps(5);
  jumps(4);
  atomics();
  bits(0x00f01234);
  add(flexible.items[2] + own++ + own);
  return (int)((sum ^ (sum >> 24) ^ (sum >> 16)) & 255);
}
