
/* Hands the turn from thread to thread. The compiler calls a function before every access to memory
   (-fsanitize=thread): each thread waits there, and in functions that order threads, until all that comes
   before in the order above has happened. ThreadSanitizer does not see this waiting. */
#include <sys/syscall.h>
extern long cassay_system(long, ...) __asm__("syscall");
extern void *cassay_symbol(void *, const char *) __asm__("dlsym");

enum { CASSAY_ACTS = sizeof cassay_acts / sizeof *cassay_acts - 1 };
enum { CASSAY_OBJECTS = sizeof cassay_objects / sizeof *cassay_objects - 1 };
enum { CASSAY_LAST = sizeof cassay_last / sizeof *cassay_last - 1 };
enum { CASSAY_STACK = 8 << 20 };
#ifndef CASSAY_PATIENCE
#define CASSAY_PATIENCE 30 /* seconds */
#endif

/* A turn is a sequence of acts of one thread. */
static int cassay_turn_of[CASSAY_ACTS + 1];
static int cassay_open[CASSAY_ACTS + 1];
static unsigned char cassay_over[CASSAY_ACTS + 1];
static int cassay_turns, cassay_turn;
static int cassay_several, cassay_free, cassay_standing, cassay_gone, cassay_alive;
static long cassay_progress;
static char cassay_busy;
static cassay_word cassay_stacks[CASSAY_THREADS];
static char cassay_section;
static __thread int cassay_me, cassay_performing, cassay_performed, cassay_raced, cassay_blocked, cassay_depth;
static __thread int cassay_result, cassay_from;

/* Where the library of the sanitizer is linked, it hears of every access, too. */
WEAK void __tsan_acquire(void *);
WEAK void __tsan_release(void *);

QUIET static void cassay_enter(void) {
  while (__atomic_test_and_set(&cassay_busy, __ATOMIC_ACQUIRE)) cassay_system(SYS_sched_yield);
}
QUIET static void cassay_exit(void) { __atomic_clear(&cassay_busy, __ATOMIC_RELEASE); }

/* Ends the process at once: the sanitizer has said all it has to say. */
QUIET static void cassay_quit(int status) { cassay_system(SYS_exit_group, status); }

QUIET static long cassay_now(void) {
  long time[2] = {0, 0};
  cassay_system(SYS_clock_gettime, 1, time);
  return time[0];
}

QUIET static void cassay_nap(void) {
  long time[2] = {0, 100000};
  cassay_system(SYS_nanosleep, time, (void *)0);
}

QUIET static int cassay_same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

/* Where the program does not come to the next act, it is no longer on the way of the counterexample. */
QUIET static void cassay_patience(void) {
  cassay_nap();
  if (cassay_now() - __atomic_load_n(&cassay_progress, __ATOMIC_RELAXED) > CASSAY_PATIENCE) {
    cassay_print("counterexample: the threads do not follow the schedule\n");
    cassay_quit(86);
  }
}

/* For threads that have nothing more to do before the violation. */
QUIET static void cassay_stay(void) {
  while (!__atomic_load_n(&cassay_free, __ATOMIC_RELAXED)) cassay_patience();
}

QUIET static void cassay_count(int turn, int acts) {
  cassay_open[turn] -= acts;
  cassay_progress = cassay_now();
  int now = cassay_turn;
  while (now < cassay_turns && cassay_open[now] <= 0) now++;
  __atomic_store_n(&cassay_turn, now, __ATOMIC_RELEASE);
}

/* What the thread did last has happened. */
QUIET static void cassay_pass(void) {
  if (cassay_performed) {
    cassay_enter();
    cassay_count(cassay_performing, cassay_performed);
    cassay_performed = 0;
    cassay_exit();
  }
  if (cassay_raced) {
    cassay_raced = 0;
    if (CASSAY_LAST < 2) cassay_free = 1;
    else if (__atomic_add_fetch(&cassay_gone, 1, __ATOMIC_RELAXED) == CASSAY_LAST) cassay_quit(87);
    long since = cassay_now();
    while (!cassay_free && cassay_now() - since < 10) cassay_nap();
  }
}

QUIET static void cassay_await(int turn) {
  while (__atomic_load_n(&cassay_turn, __ATOMIC_ACQUIRE) != turn && !cassay_free) cassay_patience();
}

/* The first act of the thread that has not happened: any, or a call. */
QUIET static int cassay_find(int calls) {
  int from = cassay_from;
  while (from < CASSAY_ACTS && (cassay_over[from] || cassay_acts[from].thread != cassay_me)) from++;
  cassay_from = from;
  for (int i = from; i < CASSAY_ACTS; i++)
    if (!cassay_over[i] && cassay_acts[i].thread == cassay_me && (!calls || cassay_acts[i].what >= CASSAY_CREATE))
      return i;
  return -1;
}

QUIET static int cassay_is_last(void) {
  for (int i = 0; i < CASSAY_LAST; i++)
    if (cassay_last[i].thread == cassay_me) return 1;
  return cassay_me == CASSAY_VIOLATOR;
}

QUIET static int cassay_on_stack(int thread, cassay_word at) {
  return thread >= 0 && at <= cassay_stacks[thread] && at + CASSAY_STACK > cassay_stacks[thread];
}

/* Whether an access is one of the order. An object that has no name gets its place from the first access. */
QUIET static int cassay_matches(const struct cassay_act *act, cassay_word at, cassay_word size, int what) {
  if (act->what >= CASSAY_CREATE || !(act->what & what)) return 0;
  struct cassay_object *object = &cassay_objects[act->object];
  cassay_word offset = act->offset;
  if (!object->place) {
    if (size != (cassay_word)act->size) return 0;
    if (object->owner >= 0 && !cassay_on_stack(object->owner, at)) return 0;
    for (int i = 0; object->owner < 0 && i < CASSAY_THREADS; i++)
      if (cassay_on_stack(i, at)) return 0;
    for (int i = 0; i < CASSAY_OBJECTS; i++)
      if (cassay_objects[i].place && at >= cassay_objects[i].place &&
          at < cassay_objects[i].place + cassay_objects[i].size)
        return 0;
    object->place = at - offset;
  }
  cassay_word begin = object->place + offset;
  return at < begin + act->size && begin < at + size;
}

/* An access after the last act of a thread: one of a race, or one that comes after the violation. */
QUIET static void cassay_beyond(cassay_word at, cassay_word size, int what) {
  if (cassay_is_last()) cassay_await(cassay_turns);
  for (int i = 0; i < CASSAY_LAST; i++) {
    const struct cassay_act *last = &cassay_last[i];
    if (last->thread != cassay_me || cassay_gone || !cassay_matches(last, at, size, what)) continue;
    int position = __atomic_add_fetch(&cassay_standing, 1, __ATOMIC_RELAXED);
    if (position == CASSAY_LAST) cassay_print(cassay_told);
    while (__atomic_load_n(&cassay_standing, __ATOMIC_RELAXED) < CASSAY_LAST) cassay_patience();
    /* One access after the other: of two at the same moment, ThreadSanitizer may see neither. */
    long since = cassay_now();
    while (position > 1 && !__atomic_load_n(&cassay_gone, __ATOMIC_RELAXED) && cassay_now() - since < 2) cassay_nap();
    cassay_raced = 1;
    return;
  }
  if (cassay_is_last()) return;
  for (int i = 0; i < CASSAY_OBJECTS; i++) {
    struct cassay_object *object = &cassay_objects[i];
    if (object->place && at < object->place + object->size && object->place < at + size) cassay_stay();
  }
}

/* Before an access; `what` is 1 for reading, 2 for writing. */
QUIET static __attribute__((unused)) void cassay_access(void *address, cassay_word size, int what) {
  cassay_word at = (cassay_word)address;
  if (!cassay_several || cassay_free) return;
  cassay_pass();
  int first = cassay_find(0);
  if (first < 0) {
    cassay_beyond(at, size, what);
  } else {
    int turn = cassay_turn_of[first];
    for (int i = first; i < CASSAY_ACTS && cassay_turn_of[i] == turn && what; i++)
      if (!cassay_over[i] && cassay_matches(&cassay_acts[i], at, size, what)) {
        cassay_await(turn);
        cassay_over[i] = 1;
        cassay_performing = turn;
        cassay_performed++;
        what &= what == 3 ? ~cassay_acts[i].what : 0;
      }
  }
  if (cassay_depth && __tsan_acquire) __tsan_acquire(&cassay_section);
}

/* The program hangs as it should: says so. */
QUIET static void *cassay_watch(void *unused) {
  long since = cassay_now();
  while (cassay_now() - since < 2) cassay_nap();
  if (cassay_standing == CASSAY_LAST) {
    cassay_print(cassay_told);
    cassay_quit(87);
  }
  return unused;
}

#define REAL(name) WEAK cassay_word __real_##name()
REAL(pthread_create);
REAL(pthread_join);
REAL(pthread_exit);
REAL(pthread_mutex_lock);
REAL(pthread_mutex_unlock);
REAL(pthread_mutex_timedlock);
REAL(sem_timedwait);
REAL(pthread_barrier_wait);
REAL(pthread_once);
REAL(call_once);

/* A thread that may wait for ever. */
QUIET static void cassay_block(const char *name) {
  if (cassay_is_last()) cassay_await(cassay_turns);
  for (int i = 0; i < CASSAY_LAST; i++) {
    if (cassay_last[i].thread != cassay_me || cassay_last[i].what != CASSAY_CALL) continue;
    if (!cassay_same(cassay_last[i].name, name)) continue;
    cassay_blocked = 1;
    if (__atomic_add_fetch(&cassay_standing, 1, __ATOMIC_RELAXED) == CASSAY_LAST) {
      static cassay_word watch;
      __real_pthread_create(&watch, (void *)0, cassay_watch, (void *)0);
    }
    return;
  }
  if (!cassay_is_last()) cassay_stay();
}

/* Before a function that orders threads; false if that is none of the order. */
QUIET static __attribute__((unused)) int cassay_call(const char *name) {
  if (!cassay_several || cassay_free) return 0;
  cassay_pass();
  int next = cassay_find(1);
  if (next < 0) {
    if (cassay_find(0) < 0) cassay_block(name);
    return 0;
  }
  const struct cassay_act *act = &cassay_acts[next];
  if (!cassay_same(act->name, name)) return 0;
  cassay_enter();
  for (int i = 0; i < next; i++)
    if (!cassay_over[i] && cassay_acts[i].thread == cassay_me) {
      cassay_over[i] = 1;
      cassay_count(cassay_turn_of[i], 1);
    }
  cassay_exit();
  cassay_await(cassay_turn_of[next]);
  cassay_over[next] = 1;
  cassay_performing = cassay_turn_of[next];
  cassay_performed = 1;
  cassay_result = (int)act->offset;
  return 1;
}

QUIET static void cassay_return(void) {
  if (cassay_blocked) {
    cassay_blocked = 0;
    __atomic_sub_fetch(&cassay_standing, 1, __ATOMIC_RELAXED);
  }
  cassay_pass();
}

/* Whether the call of a function goes on with another act. */
QUIET static int cassay_more(const char *name) {
  int next = cassay_find(1);
  return next >= 0 && cassay_acts[next].object > 0 && cassay_same(cassay_acts[next].name, name);
}

struct cassay_start {
  int thread;
  cassay_word (*function)(cassay_word);
  cassay_word argument;
};
static struct cassay_start cassay_starts[CASSAY_THREADS];

QUIET static void cassay_end(void) {
  if (cassay_several && !cassay_free) {
    cassay_pass();
    if (cassay_find(0) < 0 && cassay_me == CASSAY_VIOLATOR) cassay_free = 1;
    if (cassay_call("end")) cassay_pass();
  }
  if (cassay_me > 0) __atomic_sub_fetch(&cassay_alive, 1, __ATOMIC_RELAXED);
}

QUIET static cassay_word cassay_begin(struct cassay_start *start) {
  cassay_me = start->thread;
  cassay_stacks[cassay_me] = (cassay_word)__builtin_frame_address(0);
  cassay_word result = start->function(start->argument);
  cassay_end();
  return result;
}

/* What a new thread starts with; none if it is not in the order. */
QUIET static struct cassay_start *cassay_create(cassay_word function, cassay_word argument) {
  if (!cassay_several) {
    cassay_several = 1;
    cassay_progress = cassay_now();
    cassay_stacks[0] = (cassay_word)__builtin_frame_address(0) + (1 << 20);
  }
  if (!cassay_call("create")) {
    if (!cassay_free) cassay_stay();
    return 0;
  }
  struct cassay_start *start = &cassay_starts[cassay_result];
  start->thread = cassay_result;
  start->function = (cassay_word(*)(cassay_word))function;
  start->argument = argument;
  __atomic_add_fetch(&cassay_alive, 1, __ATOMIC_RELAXED);
  return start;
}

QUIET cassay_word __wrap_pthread_create(cassay_word id, cassay_word options, cassay_word function, cassay_word argument) {
  struct cassay_start *start = cassay_create(function, argument);
  cassay_word result = start ? __real_pthread_create(id, options, cassay_begin, start)
                             : __real_pthread_create(id, options, function, argument);
  cassay_return();
  return result;
}
/* ThreadSanitizer does not know the functions of <threads.h>, which do the same. */
QUIET cassay_word __wrap_thrd_create(cassay_word id, cassay_word function, cassay_word argument) {
  return __wrap_pthread_create(id, 0, function, argument);
}

#define SYNC(name) \
  REAL(name); \
  QUIET cassay_word __wrap_##name(cassay_word a, cassay_word b, cassay_word c) { \
    cassay_call(#name); \
    cassay_word result = __real_##name(a, b, c); \
    cassay_return(); \
    return result; \
  }
SYNC(pthread_mutex_lock)
SYNC(pthread_mutex_trylock)
SYNC(pthread_mutex_unlock)
SYNC(pthread_spin_lock)
SYNC(pthread_spin_trylock)
SYNC(pthread_spin_unlock)
SYNC(pthread_rwlock_rdlock)
SYNC(pthread_rwlock_tryrdlock)
SYNC(pthread_rwlock_wrlock)
SYNC(pthread_rwlock_trywrlock)
SYNC(pthread_rwlock_unlock)
SYNC(sem_wait)
SYNC(sem_trywait)
SYNC(sem_post)
SYNC(mtx_trylock)
SYNC(free)
#define SAME(name, other) \
  QUIET cassay_word __wrap_##name(cassay_word a) { \
    cassay_call(#name); \
    cassay_word result = __real_##other(a); \
    cassay_return(); \
    return result; \
  }
SAME(mtx_lock, pthread_mutex_lock)
SAME(mtx_unlock, pthread_mutex_unlock)

/* The end of a thread comes when it has come in the order. */
QUIET cassay_word __wrap_pthread_join(cassay_word thread, cassay_word result) {
  if (cassay_several && !cassay_free) {
    cassay_pass();
    if (cassay_find(0) < 0 && CASSAY_DEADLOCK) cassay_block("pthread_join");
  }
  cassay_word status = __real_pthread_join(thread, result);
  cassay_return();
  return status;
}
QUIET cassay_word __wrap_thrd_join(cassay_word thread, int *result) {
  cassay_word value = 0;
  cassay_word status = __wrap_pthread_join(thread, (cassay_word)&value);
  if (result) *result = (int)value;
  return status;
}
QUIET void __wrap_pthread_exit(cassay_word result) {
  cassay_end();
  __real_pthread_exit(result);
  cassay_quit(86);
}
QUIET void __wrap_thrd_exit(cassay_word result) { __wrap_pthread_exit(result); }

/* Copies, which the compiler may leave to the library. */
REAL(memset);
REAL(memcpy);
REAL(memmove);
QUIET cassay_word __wrap_memset(cassay_word to, cassay_word byte, cassay_word size) {
  cassay_access((void *)to, size, 2);
  return __real_memset(to, byte, size);
}
#define COPY(name) \
  QUIET cassay_word __wrap_##name(cassay_word to, cassay_word from, cassay_word size) { \
    cassay_access((void *)from, size, 1); \
    cassay_access((void *)to, size, 2); \
    return __real_##name(to, from, size); \
  }
COPY(memcpy)
COPY(memmove)

/* Time that has passed. */
static const long cassay_past[2];
#define TIMED(name) \
  QUIET cassay_word __wrap_##name(cassay_word lock, cassay_word time) { \
    int scheduled = cassay_call(#name); \
    cassay_word result = __real_##name(lock, scheduled ? (cassay_word)cassay_past : time); \
    cassay_return(); \
    return result; \
  }
TIMED(pthread_mutex_timedlock)
TIMED(sem_timedwait)

/* A wait unlocks the mutex and locks it again, with or without a signal. */
#define WAIT(name) \
  REAL(name); \
  QUIET cassay_word __wrap_##name(cassay_word condition, cassay_word mutex, cassay_word time) { \
    if (!cassay_call(#name)) return __real_##name(condition, mutex, time); \
    __real_pthread_mutex_unlock(mutex); \
    cassay_pass(); \
    cassay_call(#name); \
    int result = cassay_result; \
    __real_pthread_mutex_lock(mutex); \
    cassay_return(); \
    return result; \
  }
WAIT(pthread_cond_wait)
WAIT(pthread_cond_timedwait)
WAIT(cnd_wait)
WAIT(cnd_timedwait)

/* Threads that wait here for each other wait in the library. */
#define MEET(name) \
  QUIET cassay_word __wrap_##name(cassay_word object, cassay_word function) { \
    int scheduled = cassay_call(#name); \
    cassay_pass(); \
    if (scheduled && !cassay_more(#name) && cassay_find(0) < 0) cassay_block(#name); \
    cassay_word result = __real_##name(object, function); \
    if (cassay_more(#name)) cassay_call(#name); \
    if (scheduled) result = cassay_result; \
    cassay_return(); \
    return result; \
  }
MEET(pthread_barrier_wait)
MEET(pthread_once)
MEET(call_once)

QUIET static void cassay_section_begins(void) { cassay_depth++; }
QUIET static void cassay_section_ends(void) {
  if (cassay_depth && !--cassay_depth && __tsan_release) __tsan_release(&cassay_section);
}
WEAK void __VERIFIER_atomic_begin(void) { cassay_section_begins(); }
WEAK void __VERIFIER_atomic_end(void) { cassay_section_ends(); }
WEAK void __ESBMC_atomic_begin(void) { cassay_section_begins(); }
WEAK void __ESBMC_atomic_end(void) { cassay_section_ends(); }
WEAK void __CPROVER_atomic_begin(void) { cassay_section_begins(); }
WEAK void __CPROVER_atomic_end(void) { cassay_section_ends(); }

#ifdef __SANITIZE_THREAD__
/* The functions that the compiler calls before plain accesses. */
#define PLAIN(name, size, what) \
  extern void __tsan_##name##_pc(void *, void *); \
  QUIET void __tsan_##name(void *at) { \
    cassay_access(at, size, what); \
    __tsan_##name##_pc(at, __builtin_return_address(0)); \
  }
PLAIN(read1, 1, 1)
PLAIN(read2, 2, 1)
PLAIN(read4, 4, 1)
PLAIN(read8, 8, 1)
PLAIN(read16, 16, 1)
PLAIN(write1, 1, 2)
PLAIN(write2, 2, 2)
PLAIN(write4, 4, 2)
PLAIN(write8, 8, 2)
PLAIN(write16, 16, 2)
#define RANGE(name, what) \
  extern void __tsan_##name##_pc(void *, cassay_word, void *); \
  QUIET void __tsan_##name(void *at, cassay_word size) { \
    cassay_access(at, size, what); \
    __tsan_##name##_pc(at, size, __builtin_return_address(0)); \
  }
RANGE(read_range, 1)
RANGE(write_range, 2)

/* And those that stand for atomic accesses. */
#define NEXT(name, type) \
  static type real; \
  if (!real) real = (type)cassay_symbol((void *)-1l, #name)
#define ATOMIC(bits, word) \
  typedef word (*cassay_change##bits)(void *, word, int); \
  typedef int (*cassay_swap##bits)(void *, void *, word, int, int); \
  QUIET word __tsan_atomic##bits##_load(void *at, int order) { \
    NEXT(__tsan_atomic##bits##_load, cassay_change##bits); \
    cassay_access(at, bits / 8, 1); \
    return ((word(*)(void *, int))real)(at, order); \
  } \
  QUIET void __tsan_atomic##bits##_store(void *at, word value, int order) { \
    NEXT(__tsan_atomic##bits##_store, cassay_change##bits); \
    cassay_access(at, bits / 8, 2); \
    real(at, value, order); \
  } \
  CHANGE(bits, word, exchange) \
  CHANGE(bits, word, fetch_add) \
  CHANGE(bits, word, fetch_sub) \
  CHANGE(bits, word, fetch_and) \
  CHANGE(bits, word, fetch_or) \
  CHANGE(bits, word, fetch_xor) \
  CHANGE(bits, word, fetch_nand) \
  SWAP(bits, word, strong) \
  SWAP(bits, word, weak)
#define CHANGE(bits, word, name) \
  QUIET word __tsan_atomic##bits##_##name(void *at, word value, int order) { \
    NEXT(__tsan_atomic##bits##_##name, cassay_change##bits); \
    cassay_access(at, bits / 8, 3); \
    return real(at, value, order); \
  }
#define SWAP(bits, word, name) \
  QUIET int __tsan_atomic##bits##_compare_exchange_##name(void *at, void *expected, word value, int order, int other) { \
    NEXT(__tsan_atomic##bits##_compare_exchange_##name, cassay_swap##bits); \
    cassay_access(at, bits / 8, 3); \
    return real(at, expected, value, order, other); \
  }
ATOMIC(8, __UINT8_TYPE__)
ATOMIC(16, __UINT16_TYPE__)
ATOMIC(32, __UINT32_TYPE__)
ATOMIC(64, __UINT64_TYPE__)

#endif

/* Whether a symbol is a variable: gcc gives static variables of functions a number. */
QUIET static __attribute__((unused)) int cassay_named(const char *symbol, const char *name) {
  const char *last = name;
  if (cassay_same(symbol, name)) return 1;
  for (const char *c = name; *c; c++)
    if (*c == '.') last = c + 1;
  while (*last && *last == *symbol) last++, symbol++;
  if (*last || *symbol++ != '.' || !*symbol) return 0;
  while (*symbol >= '0' && *symbol <= '9') symbol++;
  return !*symbol;
}

/* Finds global variables by their names, static ones as well, and divides the order into turns. */
static __attribute__((unused)) char cassay_anchor;
__attribute__((constructor)) QUIET static void cassay_prepare(void) {
  for (int i = 0; i < CASSAY_ACTS; i++) {
    if (i > 0 && cassay_acts[i].thread != cassay_acts[i - 1].thread) cassay_turns++;
    cassay_turn_of[i] = cassay_turns;
#ifndef __SANITIZE_THREAD__
    cassay_over[i] = cassay_acts[i].what < CASSAY_CREATE;
#endif
    cassay_open[cassay_turns] += !cassay_over[i];
  }
  cassay_turns++;
  cassay_count(0, 0);
  cassay_several = CASSAY_THREADS == 1;
#ifdef __SANITIZE_THREAD__
  int file = (int)cassay_system(SYS_openat, -100, "/proc/self/exe", 0);
  long length = cassay_system(SYS_lseek, file, 0, 2);
  char *image = (char *)cassay_system(SYS_mmap, (void *)0, length, 1, 2, file, 0);
  if (file < 0 || length < 64 || (long)image == -1) return;
  char *sections = image + *(__UINT64_TYPE__ *)(image + 40);
  int count = *(unsigned short *)(image + 60);
  cassay_word moved = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < count; i++) {
      char *section = sections + 64 * i;
      if (*(unsigned *)(section + 4) != 2) continue;
      char *symbols = image + *(__UINT64_TYPE__ *)(section + 24);
      char *end = symbols + *(__UINT64_TYPE__ *)(section + 32);
      char *names = image + *(__UINT64_TYPE__ *)(sections + 64 * *(unsigned *)(section + 40) + 24);
      for (; symbols < end; symbols += 24) {
        const char *name = names + *(unsigned *)symbols;
        cassay_word place = *(__UINT64_TYPE__ *)(symbols + 8), size = *(__UINT64_TYPE__ *)(symbols + 16);
        if (!pass && cassay_same(name, "cassay_anchor")) moved = (cassay_word)&cassay_anchor - place;
        for (int k = 0; pass && (symbols[4] & 15) == 1 && k < CASSAY_OBJECTS; k++) {
          struct cassay_object *object = &cassay_objects[k];
          if (object->name && size == object->size && cassay_named(name, object->name)) object->place = place + moved;
        }
      }
    }
#endif
}

/* The first thread does not end the program before the violation. */
__attribute__((destructor)) QUIET static void cassay_finish(void) {
  if (!cassay_several) return;
  cassay_pass();
  if (!cassay_is_last()) cassay_stay();
  /* The other access of the race is made in the library. */
  long since = cassay_now();
  while (CASSAY_LAST == 1 && cassay_alive && cassay_now() - since < 10) cassay_nap();
}
