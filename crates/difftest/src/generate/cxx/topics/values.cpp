// Copies, moves and temporaries.
//: headers new utility array tuple initializer_list
//: declarations
static Traced make(unsigned x) { return Traced(x); }
static Traced grow(Traced x) { x.value += #1..9#; return x; }
static const Traced &larger(const Traced &a, const Traced &b) { return a < b ? b : a; }
struct Holder {
  Traced first, second;
  unsigned tail[2] = {#0..9#, 3};
  Holder(Traced a, const Traced &b) : first(std::move(a)), second(b) {}
};
struct Wrapped : Traced { using Traced::Traced; Traced inner{#0..9#}; };
struct Sum { unsigned total = 0; Sum(std::initializer_list<Traced> list) { for (auto &x : list) total += x.value; } };
//: begin
Traced a(#0..99#), b(#0..99#);
Holder h(a, b);
Wrapped w(#0..9#);
//: step
Traced c = a; b = c; c.value++; a = std::move(c); mix32(c.value);
//: step
std::swap(a, b);
//: step
a = make(#0..99#); b = grow(a);
//: step
a = grow(std::move(b)); b = Traced(#0..9#);
//: step
mix32(larger(a, make(#0..99#)).value);
//: step
const Traced &longer = make(#0..99#); mix32(longer.value); b.value += longer.value;
//: step
Holder copy = h; copy.first.value ^= #0..9#; h = std::move(copy); mix32(copy.second.value);
//: step
Traced row[2] = {Traced(#0..9#), a}; row[1] = row[0]; a.value += row[1].value;
//: step
std::pair<Traced, int> p(a, #0..9#); auto q = p; q.first.value++; mix32(p.first < q.first); mix32(p < q); p = std::move(q);
//: step
std::tuple<Traced, unsigned> t(std::move(a), #0..9#); a = std::get<0>(t); auto &[x, y] = t; x.value += y; mix32(std::get<0>(t).value);
//: step
Wrapped v = w; v.inner.value++; w = v; Traced &part = w; part.value ^= #0..9#; Traced sliced = w; mix32(sliced.value);
//: step
Sum s{Traced(#0..9#), a, make(#0..9#)}; mix32(s.total);
//: step
std::array<Traced, 2> pair{{Traced(#0..9#), Traced(2)}}; auto copy = pair; copy.swap(pair); mix32(copy[1].value);
//: step
for (const Traced &x : {make(#0..9#), a}) mix32(x.value);
//: step
if (Traced c = make(#0..9#); c.value % 2) b = c; else mix32(c.value);
//: step
alignas(Traced) unsigned char raw[sizeof(Traced)]; Traced *p = new (raw) Traced(#0..9#); p->value += 3; mix32(p->value); p->~Traced();
//: step
mix32((make(#0..9#), make(#0..9#)).value + (a < b ? make(1).value : grow(b).value));
//: step
for (unsigned i = 0; i < 2; i++) { #step# if (i == #0..3#) break; }
//: end
mix32(a.value); mix32(b.value); mix32(h.first.value + h.second.value * 3 + h.tail[0]); mix32(w.value + w.inner.value);
