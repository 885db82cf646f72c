/* Adaptive differential pulse code modulation with four bits a sample, after the recommendation of
   the Interactive Multimedia Association: the tables and the state that both directions share. */
#ifndef N
#define N 200
#endif

static const int step_sizes[89] = {
    7,     8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,
    25,    28,    31,    34,    37,    41,    45,    50,    55,    60,    66,    73,    80,
    88,    97,    107,   118,   130,   143,   157,   173,   190,   209,   230,   253,   279,
    307,   337,   371,   408,   449,   494,   544,   598,   658,   724,   796,   876,   963,
    1060,  1166,  1282,  1411,  1552,  1707,  1878,  2066,  2272,  2499,  2749,  3024,  3327,
    3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845,  8630,  9493,  10442, 11487,
    12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};

static const int index_changes[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

struct state {
  int value;
  int index;
};

static int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  return x > high ? high : x;
}

/* Moves the state as a code of four bits says. */
static void advance(struct state *s, int code) {
  int step = step_sizes[s->index];
  int difference = step >> 3;
  if (code & 4)
    difference += step;
  if (code & 2)
    difference += step >> 1;
  if (code & 1)
    difference += step >> 2;
  s->value = clamp(code & 8 ? s->value - difference : s->value + difference, -32768, 32767);
#ifdef BUG
  s->index = clamp(s->index + index_changes[code & 7], 0, 89);
#else
  s->index = clamp(s->index + index_changes[code & 7], 0, 88);
#endif
}
