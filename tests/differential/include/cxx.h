/* What the generated C++ programs need: the hash, and objects that leave a trace in it. */
#ifndef CXX_H
#define CXX_H

#include <stddef.h>
#include <stdint.h>

extern "C" {
#include "differential.h"
}

/* Every construction, copy, move and destruction is hashed; what was moved from has the value 0. */
struct Traced {
  unsigned value;
  explicit Traced(unsigned v = 1) : value(v) { mix32(v + 100); }
  Traced(const Traced &other) : value(other.value) { mix32(value + 200); }
  Traced(Traced &&other) noexcept : value(other.value) {
    other.value = 0;
    mix32(value + 300);
  }
  Traced &operator=(const Traced &other) {
    value = other.value;
    mix32(value + 400);
    return *this;
  }
  Traced &operator=(Traced &&other) noexcept {
    unsigned taken = other.value;
    other.value = 0;
    value = taken;
    mix32(value + 500);
    return *this;
  }
  ~Traced() { mix32(value + 600); }
  friend bool operator<(const Traced &a, const Traced &b) { return a.value < b.value; }
  friend bool operator==(const Traced &a, const Traced &b) { return a.value == b.value; }
};

#endif
