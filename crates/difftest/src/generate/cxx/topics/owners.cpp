// Unique and shared owners, weak references, deleters, and raw new and delete.
//: headers memory vector new utility
//: declarations
struct Node {
  Traced mark;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
  explicit Node(unsigned x) : mark(x) {}
};
struct Shape { virtual unsigned area() const = 0; virtual ~Shape() { mix32(9); } };
struct Square : Shape { unsigned side; Traced t; explicit Square(unsigned s) : side(s), t(s) {} unsigned area() const override { return side * side; } };
struct Box : Square { unsigned height = #1..9#; using Square::Square; unsigned area() const override { return Square::area() * height; } ~Box() override { mix32(height); } };
struct Deleter { unsigned tag; void operator()(Traced *p) const { mix32(tag); delete p; } };
struct Self : std::enable_shared_from_this<Self> { Traced t{#0..9#}; std::shared_ptr<Self> me() { return shared_from_this(); } };
//: begin
std::unique_ptr<Traced> u(new Traced(#0..9#));
std::shared_ptr<Node> head = std::make_shared<Node>(#0..9#);
std::vector<std::unique_ptr<Shape>> shapes;
std::weak_ptr<Node> watch = head;
//: step
u = std::make_unique<Traced>(#0..99#); mix32(u->value);
//: step
auto v = std::move(u); mix32(u == nullptr); if (v) v->value++; u = std::move(v); if (!u) u.reset(new Traced(#0..9#));
//: step
delete u.release(); u.reset(new Traced(#0..9#));
//: step
auto n = std::make_shared<Node>(#0..9#); n->next = head; head->back = n; head = n; mix32(head.use_count());
//: step
std::shared_ptr<Node> copy = head; mix32(copy.use_count()); copy->mark.value++; watch = copy; copy.reset(); mix32(head.use_count());
//: step
if (auto n = watch.lock()) { mix32(n->mark.value); mix32(n.use_count()); } else mix32(watch.expired());
//: step
if (head->next) { auto rest = head->next; mix32(rest.use_count()); head = rest; }
//: step
if (auto n = head->back.lock()) mix32(n->mark.value); else mix32(3);
//: step
if (shapes.size() < 4) shapes.push_back(std::make_unique<#Square|Box#>(#1..9#)); mix32(shapes.back()->area());
//: step
if (shapes.size() < 4) shapes.emplace_back(new Box(#1..9#)); if (shapes.size() > 1) { std::swap(shapes.front(), shapes.back()); shapes.pop_back(); }
//: step
std::unique_ptr<Traced, Deleter> d(new Traced(#0..9#), Deleter{#0..9#}); d.get_deleter().tag++; d.reset(#nullptr|new Traced(4)#);
//: step
std::shared_ptr<Traced> d(new Traced(#0..9#), [](Traced *p) { mix32(p->value); delete p; }); std::shared_ptr<unsigned> part(d, &d->value); d.reset(); *part += 2; mix32(part.use_count());
//: step
auto s = std::make_shared<Self>(); auto t = s->me(); mix32(s.use_count()); mix32(t == s); std::weak_ptr<Self> w = t; s.reset(); t.reset(); mix32(w.expired());
//: step
Traced *row = new Traced[#1..3#]; row[0].value = #0..9#; mix32(row[0].value); delete[] row;
//: step
std::unique_ptr<unsigned[]> a(new unsigned[#2..9#]()); a[1] = #0..9#; mix32(a[0] + a[1]);
//: step
std::shared_ptr<Shape> s = std::make_shared<Box>(#1..5#); auto b = std::dynamic_pointer_cast<Box>(s); mix32(b ? b->height : 0); auto q = std::static_pointer_cast<Square>(s); mix32(q->side); mix32(s.use_count());
//: step
for (unsigned i = 0; i < 2; i++) { #step# }
//: end
for (auto &s : shapes) mix32(s->area());
for (Node *n = head.get(); n; n = n->next.get()) mix32(n->mark.value);
if (u) mix32(u->value);
