// Static objects, local and global, inheritance of their order, namespaces, friends, references and scopes.
//: headers string vector
//: declarations
static unsigned &counter() { static unsigned n = #0..9#; return n; }
static Traced &once(unsigned x) { static Traced t(x); return t; }
struct Registry {
  std::vector<unsigned> seen;
  static Registry &get() { static Registry r; return r; }
  void add(unsigned x) { seen.push_back(x); }
private:
  Registry() { seen.push_back(#0..9#); }
};
struct Register { explicit Register(unsigned x) { Registry::get().add(x); } };
static Register first(#0..9#), second(counter());
static const std::string greeting = std::string(#1..20#, 'g') + "!";
inline unsigned shared = counter() + 1;
template <typename T> struct Tally { static unsigned made; unsigned id; Tally() : id(++made) {} };
template <typename T> unsigned Tally<T>::made = #0..9#;
namespace inner { inline namespace v2 { static unsigned f(unsigned x) { return x + #0..9#; } } namespace v1 { static unsigned f(unsigned x) { return x * 2; } } }
static unsigned f(unsigned x) { return x ^ 1; }
class Secret;
static unsigned reveal(const Secret &);
class Secret { unsigned s = #0..9#; friend unsigned reveal(const Secret &); friend class Spy; };
static unsigned reveal(const Secret &x) { return x.s; }
class Spy { public: static void set(Secret &x, unsigned v) { x.s = v; } };
static unsigned sized(unsigned x, unsigned y = #0..9#, unsigned z = counter()) { return x + 3 * y + 5 * z; }
static unsigned late(unsigned x) { if (x == #0..3#) throw x; static Traced t(x); return t.value; }
//: begin
Secret secret;
unsigned x = #0..9#;
//: step
counter() += #1..9#; mix32(counter());
//: step
mix32(once(#0..9#).value); once(2).value += 1;
//: step
Registry::get().add(#0..99#); mix32(Registry::get().seen.size());
//: step
Tally<#int|char#> a, b; Tally<int> c; mix32(a.id * 10 + b.id); mix32(c.id);
//: step
mix32(inner::f(x) + inner::v1::f(#0..9#)); { using namespace inner::v1; mix32(inner::v1::f(1)); } mix32(f(x));
//: step
Spy::set(secret, #0..99#); mix32(reveal(secret));
//: step
mix32(sized(1)); mix32(sized(x, 2)); mix32(sized(1, 2, #0..9#));
//: step
try { mix32(late(#0..3#)); } catch (unsigned e) { mix32(e + 40); }
//: step
unsigned &r = x; r += #1..9#; unsigned &&t = x + 1; t += 2; mix32(t); const unsigned &k = x; x++; mix32(k);
//: step
unsigned x = 5; { unsigned x = #0..9#; mix32(x); } mix32(x); mix32(::hash == 0);
//: step
auto next = [] { static unsigned n = #0..9#; return n++; }; mix32(next()); mix32(next());
//: step
static std::vector<unsigned> kept{#1..9#}; kept.push_back(x); mix32(kept.size()); mix32(kept[0]);
//: step
switch (x % 4) { case 0: { Traced t(#0..9#); [[fallthrough]]; } case 1: mix32(1); break; default: if (x) goto out; mix32(2); } out: mix32(greeting.size());
//: step
for (unsigned i = 0; i < 2; i++) { Traced t(i); if (i == #0..2#) continue; #step# }
//: end
mix32(x); mix32(shared); for (unsigned y : Registry::get().seen) mix32(y); mix32(counter());
