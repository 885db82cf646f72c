// Maps and sets, ordered and hashed.
//: headers stdexcept map set unordered_map unordered_set string utility
//: declarations
struct Longest { bool operator()(const std::string &a, const std::string &b) const { return a.size() != b.size() ? a.size() > b.size() : a < b; } };
//: begin
std::map<int, unsigned> m;
std::set<unsigned> s{#1..9#, #1..9#, 5};
std::multimap<int, int> mm;
std::unordered_map<int, unsigned> u;
std::map<std::string, Traced> named;
std::set<std::string, Longest> words;
//: step
m[#0..9#] += #1..50#; m[#0..9#]++;
//: step
mix32(m.insert({#0..9#, #0..99#u}).second); mix32(m.emplace(#0..9#, 3).first->second);
//: step
mix32(m.erase(#0..9#)); if (!m.empty()) m.erase(m.begin());
//: step
auto at = m.find(#0..9#); if (at != m.end()) { at->second = #0..9#; mix32(at->first); ++at; if (at != m.end()) mix32(at->first); }
//: step
auto at = m.lower_bound(#0..9#); mix32(at == m.end() ? 77 : at->first); mix32(m.count(#0..9#)); auto b = m.upper_bound(4); if (b != m.begin()) mix32((--b)->second);
//: step
for (int i = 0; i < #3..12#; i++) m[i * #1..7# % 11] = i;
//: step
for (auto i = m.begin(); i != m.end();) { if (i->first % #2..4# == 0) i = m.erase(i); else ++i; }
//: step
try { mix32(m.at(#0..9#)); } catch (const std::out_of_range &) { mix32(5); }
//: step
s.insert(#0..20#); s.insert({#0..20#u, #0..20#u}); mix32(s.count(#0..20#));
//: step
s.erase(#0..9#); for (auto i = s.rbegin(); i != s.rend(); ++i) mix32(*i);
//: step
mm.insert({#0..4#, #0..9#}); mm.emplace(#0..4#, #0..9#); auto r = mm.equal_range(#0..4#); for (; r.first != r.second; ++r.first) mix32(r.first->second);
//: step
u[#0..30#] += #1..9#; u[#0..30#] ^= 1; mix32(u.size());
//: step
mix32(u.erase(#0..30#)); mix32(u.count(#0..30#)); u.insert({#0..30#, 4}); if (u.find(#0..30#) != u.end()) mix32(2);
//: step
for (int i = 0; i < #5..20#; i++) u[i * #3..99#] = i;
//: step
named["#a|bc|def#"].value += #1..9#; named.emplace("#a|bc|x#", #0..9#u);
//: step
named.erase("#a|bc|def#"); named.insert({"#a|bc|zz#", Traced(#0..9#)});
//: step
words.insert("#one|three|seven|a#"); words.insert(std::string(#1..20#, 'q')); words.erase("#one|a#");
//: step
std::map<int, unsigned> copy = m; copy[#0..9#] = 1; mix32(copy == m); mix32(copy < m); copy.swap(m);
//: step
std::unordered_set<std::string> us{"a", "#b|c#", "#c|d#"}; mix32(us.size()); mix32(us.count("c"));
//: step
auto [at, fresh] = m.try_emplace(#0..9#, 6); mix32(fresh); at->second += 2; m.insert_or_assign(#0..9#, 7u); if (auto node = m.extract(#0..9#)) { node.key() = 20; m.insert(std::move(node)); }
//: step
for (unsigned i = 0; i < 2; i++) { #step# }
//: end
for (auto &[key, value] : m) { mix32(key); mix32(value); }
for (auto x : s) mix32(x);
for (auto &x : mm) mix32(x.first * 10 + x.second);
unsigned sum = 0;
for (auto &x : u) sum += x.first * 31 + x.second;
mix32(sum);
for (auto &x : named) { mix32(x.first.size()); mix32(x.second.value); }
for (auto &x : words) mix32(x.size());
