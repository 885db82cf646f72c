// std::condition_variable, which is one of POSIX.
#include "cxx/std.hpp"

extern "C" {
int pthread_cond_init(void *, const void *);
int pthread_cond_destroy(void *);
int pthread_cond_wait(void *, void *);
int pthread_cond_signal(void *);
int pthread_cond_broadcast(void *);
}

namespace std {

class mutex;
template <class M> class unique_lock {
public:
  M *held;
  bool owns;
};

class condition_variable {
public:
  long storage[48 / sizeof(long)];

public:
  condition_variable() noexcept;
  ~condition_variable() noexcept;
  void notify_one() noexcept;
  void notify_all() noexcept;
  void wait(unique_lock<mutex> &);
};

condition_variable::condition_variable() noexcept { pthread_cond_init(this, nullptr); }
condition_variable::~condition_variable() noexcept { pthread_cond_destroy(this); }
void condition_variable::notify_one() noexcept { pthread_cond_signal(this); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(this); }
void condition_variable::wait(unique_lock<mutex> &lock) {
  CLAIM(lock.owns, "the lock that is waited with is held");
  pthread_cond_wait(this, lock.held);
}

} // namespace std
