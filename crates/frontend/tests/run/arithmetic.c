// Integer operations of all widths and signs, and the builtins written out in plain operations.
static unsigned hash = 17;
static void mix(unsigned long long v) {
  hash = hash * 31u + (unsigned)(v ^ (v >> 32));
}
static int table[] = {0, 1, -1, 7, -7, 100, -128, 127, 255, 32767, -32768, 2147483647, -2147483647 - 1};

int main(void) {
  int count = sizeof table / sizeof *table;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      int a = table[i], b = table[j];
      unsigned ua = (unsigned)a, ub = (unsigned)b;
      mix(ua + ub);
      mix(ua - ub);
      mix(ua * ub);
      mix((long long)a * b);
      if (b != 0) {
        mix(ua / ub);
        mix(ua % ub);
        mix((long long)a / b);
        mix((long long)a % b);
      }
      mix(ua << (ub & 31));
      mix(ua >> (ub & 31));
      mix((unsigned)(a >> (b & 31)));
      mix((signed char)a + (unsigned char)b);
      mix((short)a * (unsigned short)b);
      mix(a < b);
      mix(ua < ub);
      mix((_Bool)a);
      mix(~ua ^ (ua & ub) ^ (ua | ub));
      mix((unsigned long long)((__int128)a * b >> 3));
      int r;
      mix(__builtin_sadd_overflow(a, b, &r));
      mix((unsigned)r);
      mix(__builtin_smul_overflow(a, b, &r));
      mix((unsigned)r);
      unsigned ur;
      mix(__builtin_usub_overflow(ua, ub, &ur));
      mix(ur);
    }
    unsigned v = (unsigned)table[i];
    mix(__builtin_popcount(v));
    mix(__builtin_popcountll((unsigned long long)v << 13));
    mix(__builtin_bswap16((unsigned short)v));
    mix(__builtin_bswap32(v));
    mix(__builtin_bswap64((unsigned long long)v * 0x123456789ull));
    mix(__builtin_parity(v));
    mix(__builtin_ffs((int)v));
    if (v) {
      mix(__builtin_clz(v));
      mix(__builtin_ctz(v));
      mix(__builtin_clzll(v));
    }
  }
  return hash % 251;
}
