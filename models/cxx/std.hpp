// Declarations of the C++ library, with the layouts and the mangled names of libstdc++, that models in C++
// share. Only what the models use is declared.
#ifndef CASSAY_STD_HPP
#define CASSAY_STD_HPP

#include "cassay.h"

inline void *operator new(size_t, void *place) noexcept { return place; }

extern "C" {
size_t strlen(const char *);
_Noreturn void abort(void);
}

namespace std {

typedef decltype(sizeof(0)) size_t;
typedef decltype(nullptr) nullptr_t;
enum class align_val_t : size_t {};

template <class C> struct char_traits;
template <class T> class allocator;

inline namespace __cxx11 {
// The text, its length, and where it is kept if it is short.
template <class C, class T = char_traits<C>, class A = allocator<C>> class basic_string {
public:
  C *start;
  size_t length;
  union {
    C local[16 / sizeof(C)];
    size_t capacity;
  };
  basic_string() {
    start = local;
    length = 0;
    local[0] = 0;
  }
  basic_string(const basic_string &other) : basic_string() {
    assign_text(other.start, other.length);
  }

  // What models need, by names that the library does not have.
  static const size_t short_capacity = 16 / sizeof(C) - 1;
  size_t present_capacity() const { return start == local ? short_capacity : capacity; }
  void drop_text() {
    if (start != local)
      ::operator delete(start);
  }
  // Makes room for a text of a known length, which the caller writes. The old one is gone.
  C *renew_text(size_t new_length) {
    if (new_length > present_capacity()) {
      drop_text();
      start = (C *)::operator new((new_length + 1) * sizeof(C));
      capacity = new_length;
    }
    length = new_length;
    start[new_length] = 0;
    return start;
  }
  // The source may be a part of the text itself only if it fits.
  void assign_text(const C *from, size_t count) {
    __builtin_memcpy(renew_text(count), from, count * sizeof(C));
  }
  void append_character(C c) {
    size_t old = length, room = present_capacity();
    if (old == room) {
      C *more = (C *)::operator new((2 * room + 1) * sizeof(C));
      __builtin_memcpy(more, start, old * sizeof(C));
      drop_text();
      start = more;
      capacity = 2 * room;
    }
    start[old] = c;
    start[old + 1] = 0;
    length = old + 1;
  }
};
} // namespace __cxx11
typedef basic_string<char> string;

// A text with a count of its owners before it, as exceptions hold it: copies must not throw.
class __cow_string {
public:
  char *text;
  explicit __cow_string(const char *);
  explicit __cow_string(const string &);
  __cow_string(const char *, size_t);
  __cow_string(const __cow_string &) noexcept;
  __cow_string &operator=(const __cow_string &) noexcept;
  ~__cow_string();
};

class exception {
public:
  exception() noexcept {}
  exception(const exception &) noexcept {}
  exception &operator=(const exception &) noexcept { return *this; }
  virtual ~exception() noexcept;
  virtual const char *what() const noexcept;
};

class bad_exception : public exception {
public:
  bad_exception() noexcept {}
  virtual ~bad_exception() noexcept;
  virtual const char *what() const noexcept;
};

class bad_alloc : public exception {
public:
  bad_alloc() noexcept {}
  virtual ~bad_alloc() noexcept;
  virtual const char *what() const noexcept;
};

class bad_array_new_length : public bad_alloc {
public:
  bad_array_new_length() noexcept {}
  virtual ~bad_array_new_length() noexcept;
  virtual const char *what() const noexcept;
};

class bad_cast : public exception {
public:
  bad_cast() noexcept {}
  virtual ~bad_cast() noexcept;
  virtual const char *what() const noexcept;
};

class bad_typeid : public exception {
public:
  bad_typeid() noexcept {}
  virtual ~bad_typeid() noexcept;
  virtual const char *what() const noexcept;
};

class bad_function_call : public exception {
public:
  bad_function_call() noexcept {}
  virtual ~bad_function_call() noexcept;
  virtual const char *what() const noexcept;
};

class bad_weak_ptr : public exception {
public:
  virtual ~bad_weak_ptr() noexcept;
  virtual const char *what() const noexcept;
};

class logic_error : public exception {
  __cow_string message;

public:
  explicit logic_error(const string &);
  explicit logic_error(const char *);
  logic_error(const char *, size_t);
  logic_error(logic_error &&) noexcept;
  logic_error &operator=(logic_error &&) noexcept;
  logic_error(const logic_error &) noexcept;
  logic_error &operator=(const logic_error &) noexcept;
  virtual ~logic_error() noexcept;
  virtual const char *what() const noexcept;
};

class runtime_error : public exception {
  __cow_string message;

public:
  explicit runtime_error(const string &);
  explicit runtime_error(const char *);
  runtime_error(runtime_error &&) noexcept;
  runtime_error &operator=(runtime_error &&) noexcept;
  runtime_error(const runtime_error &) noexcept;
  runtime_error &operator=(const runtime_error &) noexcept;
  virtual ~runtime_error() noexcept;
  virtual const char *what() const noexcept;
};

#define DERIVED(name, base)                                                                        \
  class name : public base {                                                                       \
  public:                                                                                          \
    explicit name(const string &);                                                                 \
    explicit name(const char *);                                                                   \
    virtual ~name() noexcept;                                                                      \
  };
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
class out_of_range : public logic_error {
public:
  explicit out_of_range(const string &);
  explicit out_of_range(const char *);
  out_of_range(const char *, size_t);
  virtual ~out_of_range() noexcept;
};
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)
#undef DERIVED

typedef void (*terminate_handler)();
typedef void (*unexpected_handler)();
[[noreturn]] void terminate() noexcept;
[[noreturn]] void unexpected();

} // namespace std

#endif
