// Lists, and a list of the program's own.
//: headers list forward_list iterator algorithm
//: declarations
template <typename T> class Chain {
  struct Node { T value; Node *next; };
  Node *head = nullptr;
  unsigned count = 0;
public:
  class iterator {
    Node *node;
  public:
    explicit iterator(Node *n) : node(n) {}
    T &operator*() const { return node->value; }
    iterator &operator++() { node = node->next; return *this; }
    bool operator!=(const iterator &other) const { return node != other.node; }
  };
  Chain() = default;
  Chain(const Chain &other) { for (Node *n = other.head; n; n = n->next) push(n->value); }
  Chain(Chain &&other) noexcept : head(other.head), count(other.count) { other.head = nullptr; other.count = 0; }
  Chain &operator=(Chain other) { std::swap(head, other.head); std::swap(count, other.count); return *this; }
  ~Chain() { while (head) pop(); }
  void push(const T &value) { head = new Node{value, head}; count++; }
  T pop() { Node *n = head; T value = n->value; head = n->next; delete n; count--; return value; }
  void reverse() { Node *r = nullptr; while (head) { Node *n = head; head = n->next; n->next = r; r = n; } head = r; }
  unsigned size() const { return count; }
  iterator begin() const { return iterator(head); }
  iterator end() const { return iterator(nullptr); }
};
//: begin
std::list<unsigned> l{#1..9#, 4, #1..9#};
std::list<unsigned> other{3, #1..9#};
std::forward_list<unsigned> f{#1..9#};
Chain<Traced> chain;
Chain<int> numbers;
//: step
l.push_back(#0..20#); l.push_front(#0..20#);
//: step
l.insert(std::next(l.begin(), #0..2# % (l.size() + 1)), #0..20#);
//: step
if (!l.empty()) l.erase(std::prev(l.end()));
//: step
l.sort(); l.unique();
//: step
l.remove(#0..9#); l.remove_if([](unsigned x) { return x % #2..5# == 0; });
//: step
l.reverse();
//: step
l.splice(#l.begin()|l.end()#, other); other.push_back(#0..9#);
//: step
l.sort(); other.sort(); l.merge(other); other.assign(2, #0..9#u);
//: step
other = l; other.swap(l); mix32(other == l); l.resize(#0..5#, 8);
//: step
auto at = std::find(l.begin(), l.end(), #1..9#u); if (at != l.end()) l.splice(l.begin(), l, at);
//: step
f.push_front(#0..9#); f.insert_after(f.begin(), #0..9#); f.reverse();
//: step
f.sort(); f.remove(#0..9#); f.emplace_front(#0..9#);
//: step
if (chain.size() < 4) chain.push(Traced(#0..50#));
//: step
if (chain.size() > 0) mix32(chain.pop().value);
//: step
Chain<Traced> copy(chain); copy.reverse(); if (copy.size() < 4) copy.push(Traced(#0..9#)); chain = std::move(copy); mix32(copy.size());
//: step
numbers.push(#0..50#); numbers.push(3); numbers.reverse(); for (int &n : numbers) n *= #2..5#;
//: step
for (unsigned i = 0; i < 2; i++) { #step# }
//: end
mix32(l.size());
for (auto x : l) mix32(x);
for (auto x : other) mix32(x);
for (auto x : f) mix32(x);
for (auto &x : chain) mix32(x.value);
for (int x : numbers) mix32(x);
