// Templates: packs, specialisations, constants, static polymorphism, choices at compile time.
//: headers type_traits tuple utility array
//: declarations
template <unsigned... N> struct Sum;
template <> struct Sum<> { static constexpr unsigned value = 0; };
template <unsigned H, unsigned... T> struct Sum<H, T...> { static constexpr unsigned value = H * #1..9# + Sum<T...>::value; };
template <unsigned N> struct Fib { enum : unsigned { value = Fib<N - 1>::value + Fib<N - 2>::value }; };
template <> struct Fib<0> { enum : unsigned { value = 0 }; };
template <> struct Fib<1> { enum : unsigned { value = #1..3# }; };
template <typename T> struct Name { static unsigned of(T) { return #0..9#; } };
template <typename T> struct Name<T *> { static unsigned of(T *p) { return 10 + Name<T>::of(*p); } };
template <> struct Name<char> { static unsigned of(char c) { return 100 + c; } };
template <typename T, unsigned N> struct Name<T[N]> { static unsigned of(T (&a)[N]) { return N + Name<T>::of(a[0]); } };
template <typename D> struct Shape { unsigned twice() { return 2 * static_cast<D *>(this)->area(); } };
struct Dot : Shape<Dot> { unsigned area() { return #0..9#; } };
struct Line : Shape<Line> { unsigned l; Line(unsigned x) : l(x) {} unsigned area() { return l; } };
template <typename T> static unsigned size_of(const T &x) { if constexpr (std::is_pointer_v<T>) return 1 + size_of(*x); else if constexpr (std::is_integral_v<T>) return sizeof x; else return 50; }
template <typename... T> static unsigned count(T... x) { unsigned n = 0; ((n = n * 3 + unsigned(x)), ...); return n + sizeof...(T); }
template <typename T> static auto pick(T x) -> std::enable_if_t<std::is_signed_v<T>, unsigned> { return 1 + unsigned(x); }
template <typename T> static auto pick(T x) -> std::enable_if_t<!std::is_signed_v<T>, unsigned> { return 2 * unsigned(x); }
template <typename T, template <typename> class W> struct Twice { W<T> a, b; };
template <typename T> struct Cell { T value{}; };
template <unsigned... I> static unsigned dot(const std::array<unsigned, sizeof...(I)> &a, std::integer_sequence<unsigned, I...>) { return (0 + ... + (a[I] * (I + #1..4#))); }
static constexpr unsigned power(unsigned b, unsigned e) { unsigned r = 1; while (e--) r *= b; return r; }
template <typename F, typename... A> static decltype(auto) call(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }
static unsigned kind(int &) { return 1; }
static unsigned kind(const int &) { return 2; }
static unsigned kind(int &&) { return 3; }
template <typename T> static unsigned pass(T &&x) { return kind(std::forward<T>(x)); }
template <typename T> static T zero = T(#0..9#);
//: begin
unsigned x = #0..9#;
int i = #0..9#;
//: step
mix32(Sum<#1..9#, #1..9#, 2>::value + Fib<#2..12#>::value);
//: step
char c = '#a|b#'; char *p = &c; mix32(Name<char *>::of(p)); mix32(Name<char **>::of(&p)); mix32(Name<int>::of(i)); char text[#2..5#] = {'z'}; mix32(Name<decltype(text)>::of(text));
//: step
Dot d; Line l(x); mix32(d.twice() + l.twice());
//: step
mix32(size_of(x)); mix32(size_of(&i)); mix32(size_of('c')); mix32(size_of(1.5));
//: step
mix32(count()); mix32(count(x, i, 'a')); mix32(count(#0..9#));
//: step
mix32(pick(i)); mix32(pick(x)); mix32(pick(#short(4)|7ull|'c'#));
//: step
Twice<unsigned, Cell> t; t.a.value = #0..9#; mix32(t.a.value + t.b.value); Twice<Cell<int>, Cell> u{}; mix32(u.b.value.value);
//: step
mix32(dot({1, x, #2..9#}, std::make_integer_sequence<unsigned, 3>()));
//: step
constexpr unsigned k = power(#2..5#, #0..6#); mix32(k); static_assert(k > 0); mix32(power(x, 3));
//: step
mix32(call([](unsigned &y) -> unsigned & { return ++y; }, x) += 2); const int k = 3; mix32(pass(i) + 10 * pass(k) + 100 * pass(4));
//: step
zero<unsigned> += #1..5#; zero<int>++; mix32(zero<unsigned>); mix32(zero<int>);
//: step
auto t = std::make_tuple(x, i, 'c'); mix32(std::apply([](auto... y) { return (0u + ... + unsigned(y)); }, t)); auto u = std::tuple_cat(t, std::tie(x)); std::get<3>(u) += 1; mix32(std::tuple_size_v<decltype(u)>);
//: step
for (unsigned n = 0; n < 2; n++) { #step# }
//: end
mix32(x);
