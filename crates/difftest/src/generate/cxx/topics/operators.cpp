// Classes with operators, conversions, iterators, friends, nested classes and bit-fields.
//: headers cstddef iterator utility compare
//: declarations
struct Fraction {
  unsigned n, d;
  static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
  Fraction(unsigned a = 0, unsigned b = 1) : n(a), d(b ? b : 1) { unsigned g = gcd(n, d); n /= g; d /= g; }
  Fraction operator+(const Fraction &o) const { return Fraction(n * o.d + o.n * d, d * o.d); }
  friend Fraction operator*(const Fraction &a, const Fraction &b) { return Fraction(a.n * b.n, a.d * b.d); }
  Fraction &operator+=(const Fraction &o) { return *this = *this + o; }
  bool operator==(const Fraction &o) const { return n == o.n && d == o.d; }
  bool operator<(const Fraction &o) const { return n * o.d < o.n * d; }
  Fraction &operator++() { n += d; return *this; }
  Fraction operator++(int) { Fraction old = *this; ++*this; return old; }
  explicit operator bool() const { return n != 0; }
  operator unsigned() const = delete;
  unsigned operator[](std::size_t i) const { return i ? d : n; }
  unsigned operator()(unsigned x) const { return n * x / d; }
};
template <unsigned R, unsigned C> struct Matrix {
  unsigned at[R][C] = {};
  struct Row { unsigned *row; unsigned &operator[](unsigned c) { return row[c]; } };
  Row operator[](unsigned r) { return Row{at[r]}; }
  template <unsigned K> friend Matrix<R, K> operator*(const Matrix &a, const Matrix<C, K> &b) {
    Matrix<R, K> p;
    for (unsigned i = 0; i < R; i++) for (unsigned j = 0; j < K; j++) for (unsigned k = 0; k < C; k++) p.at[i][j] += a.at[i][k] * b.at[k][j];
    return p;
  }
  Matrix operator~() const { Matrix m; for (unsigned i = 0; i < R; i++) for (unsigned j = 0; j < C; j++) m.at[i][j] = ~at[i][j] & 63; return m; }
  unsigned sum() const { unsigned s = 0; for (auto &row : at) for (unsigned x : row) s = s * 3 + x; return s; }
};
struct Range {
  unsigned from, to;
  struct iterator { unsigned at; unsigned operator*() const { return at; } iterator &operator++() { at += #1..3#; return *this; } bool operator!=(iterator o) const { return at < o.at; } };
  iterator begin() const { return {from}; }
  iterator end() const { return {to}; }
};
struct Metres { long long v; };
constexpr Metres operator""_m(unsigned long long x) { return {static_cast<long long>(x)}; }
struct Flags { unsigned a : 3, b : 5; int c : 4; Flags &operator|=(unsigned x) { a |= x & 7; b ^= x & 31; c = int(x % 8); return *this; } };
struct Handle { unsigned *p; unsigned &operator*() const { return *p; } Handle *operator->() { return this; } Handle operator,(unsigned x) { *p += x; return *this; } };
//: begin
Fraction f(#1..20#, #1..9#), g(#1..9#, 4);
Matrix<2, 2> m;
unsigned x = #0..9#;
Flags flags{};
//: step
f = f + g; if (f.n > 500) f = Fraction(#1..9#, 2);
//: step
f = f * g; if (f.n + f.d > 500) f = Fraction(3, #1..9#);
//: step
g += Fraction(#1..5#, 3); if (g.d > 50) g = Fraction(#1..9#, 5);
//: step
Fraction old = f++; ++g; mix32(old < f); mix32(old == g); mix32(f ? f[0] : 9); mix32(g(#0..20#));
//: step
m[#0|1#][#0|1#] += #1..9#; m[1][0] ^= x;
//: step
Matrix<2, 3> w; w[0][2] = #1..9#; w[1][#0..2#] = x; auto p = m * w; mix32(p.sum()); m = ~m;
//: step
for (unsigned i : Range{#0..5#, #5..12#}) x += i;
//: step
constexpr auto d = #1..90#_m; mix32(unsigned(d.v)); flags |= #0..99#; mix32(flags.a * 100 + flags.b); mix32(unsigned(flags.c));
//: step
Handle h{&x}; *h += #0..9#; (h, 3u, #0..9#u); mix32(*h->p);
//: step
mix32(f.n < g.n && f.d++ < 9 ? f.d : g.d); f = Fraction(f.n, f.d);
//: step
for (unsigned i = 0; i < 2; i++) { #step# }
//: end
mix32(f.n); mix32(f.d); mix32(g.n + 7 * g.d); mix32(m.sum()); mix32(x);
