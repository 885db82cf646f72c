// Algorithms over a vector and an array.
//: headers algorithm numeric vector functional iterator array
//: declarations
struct Item { unsigned key, rank; };
static bool by_key(const Item &a, const Item &b) { return a.key < b.key; }
//: begin
std::vector<unsigned> v{#0..20#, #0..20#, #0..20#, #0..20#, #0..20#, #0..20#};
unsigned a[5] = {#0..9#, #0..9#, #0..9#, #0..9#, #0..9#};
std::vector<Item> items{{#0..4#, 1}, {#0..4#, 2}, {#0..4#, 3}, {#0..4#, 4}};
//: step
std::sort(v.begin(), v.end()#|, std::greater<unsigned>()#);
//: step
std::stable_sort(items.begin(), items.end(), by_key); for (auto &x : items) mix32(x.key * 10 + x.rank);
//: step
std::reverse(#v.begin(), v.end()|a, a + 4#);
//: step
std::rotate(v.begin(), v.begin() + #1..5#, v.end());
//: step
mix32(std::accumulate(v.begin(), v.end(), #0..9#u)); mix32(std::inner_product(a, a + 5, v.begin(), 1u));
//: step
std::transform(v.begin(), v.end(), v.begin(), [](unsigned x) { return x * #2..5# % 23; });
//: step
std::transform(a, a + 5, v.begin(), a, #std::plus<unsigned>()|std::multiplies<>()#); for (unsigned &x : a) x %= 50;
//: step
auto end = std::remove_if(v.begin(), v.end(), [](unsigned x) { return x % #2..5# == 1; }); std::fill(end, v.end(), #0..9#u);
//: step
std::sort(v.begin(), v.end()); auto end = std::unique(v.begin(), v.end()); mix32(end - v.begin()); std::iota(end, v.end(), 30u);
//: step
std::sort(v.begin(), v.end()); mix32(std::binary_search(v.begin(), v.end(), #0..20#u)); mix32(std::lower_bound(v.begin(), v.end(), #0..20#u) - v.begin()); auto r = std::equal_range(v.begin(), v.end(), #0..20#u); mix32(r.second - r.first);
//: step
std::next_permutation(a, a + 5); mix32(std::is_sorted(a, a + 5)); std::prev_permutation(v.begin(), v.end());
//: step
std::partition(items.begin(), items.end(), [](const Item &x) { return x.key % 2; }); std::sort(items.begin(), items.end(), [](auto &x, auto &y) { return x.rank < y.rank; });
//: step
mix32(*std::max_element(v.begin(), v.end())); mix32(std::min_element(a, a + 5) - a); auto m = std::minmax_element(v.begin(), v.end()); mix32(*m.first);
//: step
std::nth_element(v.begin(), v.begin() + #0..5#, v.end()); mix32(v[0] <= v[5]); std::sort(v.begin(), v.end());
//: step
mix32(std::count(v.begin(), v.end(), #0..20#u)); mix32(std::count_if(a, a + 5, [&](unsigned x) { return x < v[0]; })); mix32(std::all_of(a, a + 5, [](unsigned x) { return x < 9; }));
//: step
std::make_heap(v.begin(), v.end()); std::pop_heap(v.begin(), v.end()); v.back() = #0..20#; std::push_heap(v.begin(), v.end()); std::sort_heap(v.begin(), v.end());
//: step
std::vector<unsigned> w; std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](unsigned x) { return x > #0..15#; }); for (auto x : w) mix32(x); mix32(std::equal(w.begin(), w.end(), v.begin()));
//: step
std::sort(a, a + 5); std::sort(v.begin(), v.end()); std::vector<unsigned> w; std::#merge|set_union|set_intersection|set_difference#(v.begin(), v.end(), a, a + 5, std::back_inserter(w)); for (auto x : w) mix32(x);
//: step
mix32(std::lexicographical_compare(v.begin(), v.end(), a, a + 5)); mix32(std::search(v.begin(), v.end(), a, a + 1) - v.begin()); std::swap_ranges(a, a + 5, v.begin());
//: step
std::partial_sum(a, a + 5, a); std::adjacent_difference(v.begin(), v.end(), v.begin()); for (auto &x : v) x %= 40; for (auto &x : a) x %= 30; mix32(std::clamp(a[1], 3u, 7u)); mix32(std::gcd(#1..60#, 12));
//: end
for (auto x : v) mix32(x);
for (auto x : a) mix32(x);
