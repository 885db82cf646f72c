// Lambdas, function objects and pointers to functions and members.
//: headers functional vector memory string
//: declarations
static unsigned twice(unsigned x) { return x * 2 + #0..9#; }
static unsigned half(unsigned x) { return x / 2; }
struct Counter { unsigned n = 0; unsigned add(unsigned x) { return n += x; } unsigned get() const { return n; } unsigned operator()(unsigned x) { return n ^= x; } };
template <typename F, typename G> static auto compose(F f, G g) { return [=](auto x) { return f(g(x)); }; }
static std::function<unsigned(unsigned)> adder(unsigned k) { Traced t(k); return [t](unsigned x) { return x + t.value; }; }
//: begin
unsigned x = #0..50#;
Counter c;
std::function<unsigned(unsigned)> f = twice;
std::vector<std::function<unsigned(unsigned)>> all;
//: step
auto g = [x](unsigned y) { return x * y; }; x += #1..9#; mix32(g(#0..9#));
//: step
auto g = [&x](unsigned y) { x += y; return x; }; mix32(g(#0..9#)); mix32(g(2));
//: step
auto g = [n = x]() mutable { return n++; }; mix32(g()); mix32(g()); auto h = g; mix32(h());
//: step
f = #twice|half|adder(4)|[](unsigned y) { return y ^ 21; }#; mix32(f(#0..99#));
//: step
f = [k = x, old = f](unsigned y) { return old(y) + k; }; mix32(f(#0..9#)); f = half;
//: step
all.push_back(adder(#0..9#)); if (all.size() > 3) all.erase(all.begin());
//: step
all.push_back([&c](unsigned y) { return c.add(y); }); mix32(all.back()(#0..9#));
//: step
f = std::ref(c); mix32(f(#0..99#)); f = c; mix32(f(3)); mix32(c.n); f = twice;
//: step
mix32(compose(twice, half)(x)); mix32(compose([](unsigned y) { return y + 1; }, twice)(#0..9#));
//: step
unsigned (*p)(unsigned) = #twice|half|[](unsigned y) { return y + 7; }#; mix32(p(x)); mix32((*p)(#0..9#));
//: step
unsigned (Counter::*m)(unsigned) = &Counter::add; mix32((c.*m)(#0..9#)); unsigned (Counter::*g)() const = &Counter::get; mix32((&c->*g)()); unsigned Counter::*n = &Counter::n; c.*n %= 100;
//: step
auto b = std::bind(&Counter::add, &c, std::placeholders::_1); mix32(b(#0..9#)); auto m = std::mem_fn(&Counter::get); mix32(m(c));
//: step
std::function<unsigned(unsigned)> fib = [&fib](unsigned n) -> unsigned { return n < 2 ? n : fib(n - 1) + fib(n - 2); }; mix32(fib(#2..7#));
//: step
std::function<void()> empty; mix32(bool(empty)); try { empty(); } catch (const std::bad_function_call &) { mix32(6); }
//: step
auto p = std::make_unique<Traced>(#0..9#); auto g = [p = std::move(p)] { return p->value; }; mix32(g()); auto h = std::move(g); mix32(h());
//: step
auto sum = [](auto... parts) { return (0u + ... + parts); }; mix32(sum(1u, x, #0..9#u)); mix32(std::invoke(twice, #0..9#)); mix32(std::plus<>()(x, 4u));
//: step
for (auto &g : all) mix32(g(#0..9#));
//: step
for (unsigned i = 0; i < 2; i++) { #step# }
//: end
mix32(x); mix32(c.n); mix32(f(1));
for (auto &g : all) mix32(g(2));
