// Mutexes and condition variables of libc++, which are those of POSIX.
#include "cxx/llvm/system_error.hpp"

extern "C" {
int pthread_mutex_init(void *, const void *);
int pthread_mutex_destroy(void *);
int pthread_mutex_lock(void *);
int pthread_mutex_trylock(void *);
int pthread_mutex_unlock(void *);
int pthread_mutexattr_init(void *);
int pthread_mutexattr_settype(void *, int);
int pthread_cond_destroy(void *);
int pthread_cond_wait(void *, void *);
int pthread_cond_signal(void *);
int pthread_cond_broadcast(void *);
}

namespace std {
namespace __1 {

namespace {
// Numbers of errors and of kinds of mutexes on Linux.
const int not_permitted = 1;
const int recursive = 1;

void check(int error, const char *what) {
  if (error)
    __throw_system_error(error, what);
}
} // namespace

class mutex {
public:
  long storage[40 / sizeof(long)];
  ~mutex() noexcept;
  void lock();
  bool try_lock() noexcept;
  void unlock() noexcept;
};

mutex::~mutex() noexcept { pthread_mutex_destroy(this); }
void mutex::lock() { check(pthread_mutex_lock(this), "mutex lock failed"); }
bool mutex::try_lock() noexcept { return pthread_mutex_trylock(this) == 0; }
void mutex::unlock() noexcept { pthread_mutex_unlock(this); }

class recursive_mutex {
public:
  long storage[40 / sizeof(long)];
  recursive_mutex();
  ~recursive_mutex();
  void lock();
  bool try_lock() noexcept;
  void unlock() noexcept;
};

recursive_mutex::recursive_mutex() {
  alignas(long) int attributes[4];
  pthread_mutexattr_init(attributes);
  pthread_mutexattr_settype(attributes, recursive);
  check(pthread_mutex_init(this, attributes), "recursive_mutex constructor failed");
}
recursive_mutex::~recursive_mutex() { pthread_mutex_destroy(this); }
void recursive_mutex::lock() { check(pthread_mutex_lock(this), "recursive_mutex lock failed"); }
bool recursive_mutex::try_lock() noexcept { return pthread_mutex_trylock(this) == 0; }
void recursive_mutex::unlock() noexcept { pthread_mutex_unlock(this); }

template <class M> class unique_lock {
public:
  M *held;
  bool owns;
};

class condition_variable {
public:
  long storage[48 / sizeof(long)];
  ~condition_variable();
  void notify_one() noexcept;
  void notify_all() noexcept;
  void wait(unique_lock<mutex> &) noexcept;
};

condition_variable::~condition_variable() { pthread_cond_destroy(this); }
void condition_variable::notify_one() noexcept { pthread_cond_signal(this); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(this); }
void condition_variable::wait(unique_lock<mutex> &lock) noexcept {
  if (!lock.owns)
    __throw_system_error(not_permitted, "condition_variable::wait: mutex not locked");
  pthread_cond_wait(this, lock.held);
}

} // namespace __1
} // namespace std
