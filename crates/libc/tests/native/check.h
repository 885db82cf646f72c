// The models of Cassay, compiled for this machine under names of their own, against its C library.
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The model of a library function, which has the type of the function itself.
#define MODEL(name) extern __typeof__(name) model_##name;

extern long checks, failures;
extern const char *doing;

// Counts a check; a failure is shown, up to a limit.
#define CHECK(condition, ...)                                                                      \
  do {                                                                                             \
    checks++;                                                                                      \
    if (!(condition) && ++failures <= 20) {                                                        \
      printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                       \
      printf(__VA_ARGS__);                                                                         \
      printf("\n");                                                                                \
    }                                                                                              \
  } while (0)

// The next number of a sequence that is the same in every run.
uint64_t random_bits(void);

// What the primitive for any value of a floating type gives: the answer of the library, so that a
// model that excludes it is caught.
extern double any_double_value;
extern float any_float_value;
extern long double any_ldouble_value;
// What the primitives for any integer and any truth value give while integers may be asked for.
extern _Bool integers_are_open, any_bool_value;
extern long any_integer_value;
// Whether a model asked for any value, and whether an assumption did not hold.
extern int asked, excluded;
// How many claims failed.
extern int claims_failed;

int *model_errno(void);

// The input that models of streams read: where they are in it, and how they get there. A model says
// of a length only that it is any; all lengths are tried until every assumption holds.
struct world {
  const char *text;
  size_t length, at;
  // The room of what is read, the size of its elements, and how many characters were pushed back.
  size_t room, size, pushed;
  // Where the last line starts.
  size_t line;
};
extern struct world world;

// Runs a model with all lengths until it gives what is expected; whether it does for some.
_Bool allows(_Bool (*attempt)(void *), void *data);

// The stream of the models, as headers/stdio.h has it.
struct model_file {
  int flags;
  unsigned long buffers[6];
  int open, number;
  unsigned long long pushed;
  char rest[144];
};

void check_strings(void);
void check_numbers(void);
void check_format(void);
void check_exact_math(void);
void check_other_math(void);
void check_scan(void);
void check_streams(void);
void check_wide_text(void);
void check_time(void);
void check_environment(void);
void check_random(void);
void check_paths(void);

#endif
