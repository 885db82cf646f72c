// Paths of files: their text, and what the text alone decides. Paths are not taken apart into lists here, so
// that functions that walk over their elements stay without a model.
#include "cxx/std.hpp"

namespace std {
template <class C, class T = char_traits<C>> class basic_string_view {
public:
  size_t length;
  const C *start;
};
typedef basic_string_view<char> string_view;

namespace filesystem {
inline namespace __cxx11 {
class path {
public:
  string text;

  struct _List {
    struct _Impl;
    struct _Impl_deleter {
      void operator()(_Impl *) const noexcept;
    };
    _Impl *elements;
    _List();
    _List(const _List &);
    _List &operator=(const _List &);
  } list;

  path &operator=(const path &);
  void _M_split_cmpts();
  void _M_append(string_view);
  void _M_concat(string_view);
  path &operator/=(const path &);
  int compare(const path &) const noexcept;
  int compare(string_view) const noexcept;
  bool has_root_directory() const noexcept;
  bool has_root_name() const noexcept;
  bool has_root_path() const noexcept;
};

// The list of a path is always empty.
path::_List::_List() : elements(nullptr) {}
path::_List::_List(const _List &) : elements(nullptr) {}
path::_List &path::_List::operator=(const _List &) { return *this; }
void path::_List::_Impl_deleter::operator()(_Impl *) const noexcept {}
void path::_M_split_cmpts() {}

namespace {
void append(string &text, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++)
    text.append_character(from[i]);
}

// Whether a text that follows a path replaces it.
bool replaces(const char *text, size_t length) { return length && text[0] == '/'; }

void append_path(path &to, const char *text, size_t length) {
  // The text may be that of the path itself.
  string more;
  append(more, text, length);
  if (replaces(more.start, length))
    to.text.renew_text(0);
  else if (to.text.length && to.text.start[to.text.length - 1] != '/')
    to.text.append_character('/');
  append(to.text, more.start, length);
  more.drop_text();
}

// The elements of a path in order. A separator at the end stands before an empty element.
struct Elements {
  const char *next, *end;
  bool more;

  Elements(const char *text, size_t length) : next(text), end(text + length) {
    bool rooted = skip();
    more = next < end || (!rooted && length);
  }
  bool skip() {
    const char *from = next;
    while (next < end && *next == '/')
      next++;
    return next > from;
  }
  // The end of the present element.
  const char *until() const {
    const char *at = next;
    while (at < end && *at != '/')
      at++;
    return at;
  }
  void pass() {
    next = until();
    bool separated = skip();
    more = separated || next < end;
  }
};

int compared(const char *a, size_t a_length, const char *b, size_t b_length) {
  bool a_rooted = replaces(a, a_length), b_rooted = replaces(b, b_length);
  if (a_rooted != b_rooted)
    return a_rooted ? 1 : -1;
  Elements first(a, a_length), second(b, b_length);
  while (first.more && second.more) {
    const char *x = first.next, *y = second.next, *x_end = first.until(), *y_end = second.until();
    for (; x < x_end && y < y_end; x++, y++)
      if (*x != *y)
        return (unsigned char)*x < (unsigned char)*y ? -1 : 1;
    if (x < x_end || y < y_end)
      return x < x_end ? 1 : -1;
    first.pass();
    second.pass();
  }
  return first.more ? 1 : second.more ? -1 : 0;
}
} // namespace

void path::_M_append(string_view more) { append_path(*this, more.start, more.length); }
void path::_M_concat(string_view more) {
  string copy;
  append(copy, more.start, more.length);
  append(text, copy.start, copy.length);
  copy.drop_text();
}
path &path::operator=(const path &other) {
  if (this != &other)
    text.assign_text(other.text.start, other.text.length);
  return *this;
}
path &path::operator/=(const path &more) {
  append_path(*this, more.text.start, more.text.length);
  return *this;
}
int path::compare(const path &other) const noexcept {
  return compared(text.start, text.length, other.text.start, other.text.length);
}
int path::compare(string_view other) const noexcept {
  return compared(text.start, text.length, other.start, other.length);
}
bool path::has_root_directory() const noexcept { return replaces(text.start, text.length); }
bool path::has_root_name() const noexcept { return false; }
bool path::has_root_path() const noexcept { return has_root_directory(); }
} // namespace __cxx11
} // namespace filesystem
} // namespace std
