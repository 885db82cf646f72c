// std::thread of libc++. Its headers start the thread; the state that belongs to each is kept under a key.
#include "cxx/llvm/system_error.hpp"

extern "C" {
typedef unsigned long pthread_t;
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
int pthread_key_create(unsigned *, void (*)(void *));
}

namespace std {
namespace __1 {

namespace {
const int invalid = 22;
}

class thread {
public:
  pthread_t id;
  ~thread();
  void join();
  void detach();
  static unsigned hardware_concurrency() noexcept;
};

thread::~thread() {
  if (id)
    terminate();
}

// What is wrong with the thread is an exception: it is not joinable, or the calling one.
void thread::join() {
  int error = id ? pthread_join(id, nullptr) : invalid;
  if (error)
    __throw_system_error(error, "thread::join failed");
  id = 0;
}

void thread::detach() {
  int error = id ? pthread_detach(id) : invalid;
  if (error)
    __throw_system_error(error, "thread::detach failed");
  id = 0;
}

unsigned thread::hardware_concurrency() noexcept {
  return __cassay_any_uint("number of processors");
}

// What is to be done at the end of a thread. Functions that put something there have no model.
class __thread_struct {
public:
  void *tasks;
  __thread_struct();
  ~__thread_struct();
};
__thread_struct::__thread_struct() : tasks(nullptr) {}
__thread_struct::~__thread_struct() {}

template <class T> class __thread_specific_ptr {
public:
  unsigned key;
};

namespace {
__thread_specific_ptr<__thread_struct> of_threads;

void forget(void *state) {
  ((__thread_struct *)state)->~__thread_struct();
  ::operator delete(state);
}

__attribute__((constructor(101))) void set_up() { pthread_key_create(&of_threads.key, forget); }
} // namespace

__thread_specific_ptr<__thread_struct> &__thread_local_data() { return of_threads; }

} // namespace __1
} // namespace std
