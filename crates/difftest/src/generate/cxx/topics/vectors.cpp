// Arrays that grow, of numbers, of traced objects and of arrays, and double-ended queues.
//: headers stdexcept vector deque array numeric queue stack
//: begin
std::vector<unsigned> v{#1..9#, #1..9#, 2};
std::vector<Traced> t;
std::deque<unsigned> d;
//: step
v.push_back(#0..99#);
//: step
v.insert(v.begin() + #0..9# % (v.size() + 1), #1..4#, #0..99#u);
//: step
if (!v.empty()) v.erase(v.begin() + #0..9# % v.size());
//: step
{ unsigned n = #0..5# % (v.size() + 1); v.erase(v.begin() + n / 2, v.begin() + n); }
//: step
v.resize(#0..12#, #0..99#);
//: step
v.reserve(v.size() + #0..8#); mix32(v.capacity() >= v.size());
//: step
if (!v.empty()) { v.front() += #1..9#; v.back() ^= #1..9#; v.pop_back(); }
//: step
std::vector<unsigned> w(v.rbegin(), v.rend()); w.push_back(#0..9#); v.swap(w); mix32(v < w); mix32(v == w);
//: step
std::vector<unsigned> w = v; v = std::move(w); v.assign(#1..5#, #0..9#u); v.insert(v.end(), {1u, #2..9#u});
//: step
try { mix32(v.at(#0..12#)); } catch (const std::out_of_range &) { mix32(11); }
//: step
if (t.size() < 4) t.push_back(Traced(#0..99#));
//: step
if (t.size() < 4) { Traced x(#0..99#); t.push_back(x); }
//: step
if (t.size() < 4) t.emplace_back(#0..99#u);
//: step
if (t.size() < 4) t.insert(t.begin() + t.size() / 2, Traced(#0..99#));
//: step
if (!t.empty()) t.erase(t.begin());
//: step
d.push_back(#0..99#); d.push_front(#0..99#); d.emplace_back(#0..9#);
//: step
if (d.size() > 2) { d.pop_front(); d[1] += #0..9#; d.insert(d.begin() + 1, #0..9#u); }
//: step
std::vector<std::vector<int>> m(#1..3#, std::vector<int>(#1..3#, #0..9#)); m.push_back({1, 2}); m[0][0] = #0..9#;
for (auto &row : m) mix32(std::accumulate(row.begin(), row.end(), 0));
//: step
std::array<unsigned, 4> a{{1, #2..9#}}; a[#0..3#] += 5; for (unsigned x : a) v.push_back(x);
//: step
std::priority_queue<unsigned> q; q.push(#0..99#); q.push(#0..99#); q.push(#0..99#); mix32(q.top()); q.pop(); mix32(q.top());
//: step
std::stack<unsigned> s; s.push(#0..9#); s.push(v.size()); mix32(s.top()); s.pop(); std::queue<int> q; q.push(#0..9#); q.emplace(2); mix32(q.front()); q.pop();
//: step
std::vector<bool> b(#3..9#, true); b[#0..2#] = false; b.push_back(false); b.flip(); unsigned n = 0; for (bool x : b) n = n * 2 + x; mix32(n);
//: step
for (unsigned i = 0; i < #2..3#; i++) { #step# }
//: end
mix32(v.size());
for (auto x : v) mix32(x);
for (auto i = t.rbegin(); i != t.rend(); ++i) mix32(i->value);
for (const auto &x : d) mix32(x);
