// Optional values, variants, any, bit sets, enumerations and unions.
//: headers type_traits optional variant any string vector bitset utility
//: declarations
using Value = std::variant<int, Traced, std::string>;
struct Visit {
  unsigned operator()(int x) const { return x + 1; }
  unsigned operator()(const Traced &x) const { return x.value * 3; }
  unsigned operator()(const std::string &x) const { return unsigned(x.size()) + 500; }
};
enum class Colour : unsigned char { red = #0..9#, green = 20, blue };
static std::optional<unsigned> half(unsigned x) { if (x % 2) return std::nullopt; return x / 2; }
struct Mixed { bool is_text; union { unsigned number; std::string text; }; Mixed(unsigned n) : is_text(false), number(n) {} Mixed(const char *t) : is_text(true), text(t) {} ~Mixed() { if (is_text) { mix32(text.size()); text.~basic_string(); } else mix32(number); } };
//: begin
std::optional<Traced> o;
Value v = #0..9#;
std::any a;
std::vector<Value> all;
//: step
o = Traced(#0..9#); mix32(o->value); mix32(o.has_value());
//: step
o.emplace(#0..9#u); std::optional<Traced> p = o; p->value++; mix32(*p < *o); mix32(p == o); o.swap(p);
//: step
mix32(o.value_or(Traced(#0..9#)).value); o.reset(); try { mix32(o.value().value); } catch (const std::bad_optional_access &) { mix32(3); }
//: step
if (auto h = half(#0..20#)) mix32(*h); else mix32(44); mix32(half(half(#0..20#).value_or(7)).value_or(9));
//: step
v = #4|Traced(5)|std::string("text")|std::string(30, 'l')#; mix32(v.index()); mix32(std::visit(Visit(), v));
//: step
if (auto *t = std::get_if<Traced>(&v)) t->value += #0..9#; else mix32(std::holds_alternative<int>(v));
//: step
try { mix32(std::get<#int|0#>(v)); } catch (const std::bad_variant_access &) { mix32(8); }
//: step
if (all.size() < 4) all.push_back(v); if (all.size() < 4) all.emplace_back(#0..9#); Value w = all.front(); v = std::move(w); mix32(v == all.front());
//: step
v.emplace<Traced>(#0..9#u); std::visit([](auto &x) { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, Traced>) x.value ^= 5; }, v);
//: step
a = #4|Traced(7)|std::string("any")#; mix32(a.has_value()); if (auto *t = std::any_cast<Traced>(&a)) mix32(t->value); else if (auto *n = std::any_cast<int>(&a)) mix32(*n + 1);
//: step
try { auto x = std::any_cast<#int|unsigned|char#>(a); mix32(unsigned(x)); } catch (const std::bad_any_cast &) { mix32(2); }
//: step
std::bitset<#9..70#> b(#0..500#); b.set(3); b.flip(#0..8#); mix32(b.count()); mix32((b << 2).test(5)); mix32(unsigned((b & decltype(b)(255)).to_ulong()));
//: step
Colour c = Colour::#red|green|blue#; switch (c) { case Colour::red: mix32(1); break; case Colour::green: mix32(2); break; default: mix32(unsigned(c)); }
//: step
Mixed m(#4u|"words"|"a longer text than fits inside"#); if (m.is_text) m.text += "#x|yz#"; else m.number++;
//: step
std::variant<std::monostate, unsigned> e; mix32(e.index()); e = #0..9#u; mix32(std::get<1>(e)); std::optional<std::optional<int>> n(std::optional<int>{}); mix32(n.has_value() + (*n).has_value());
//: step
for (unsigned i = 0; i < 2; i++) { #step# }
//: end
mix32(std::visit(Visit(), v));
for (auto &x : all) mix32(std::visit(Visit(), x));
if (o) mix32(o->value);
