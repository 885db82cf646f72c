// std::thread, on top of the models of POSIX threads.
#include "cxx/std.hpp"

extern "C" {
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
pthread_t pthread_self(void);
}

namespace std {
[[noreturn]] void __throw_system_error(int);

template <class T> struct default_delete;
template <class T, class D = default_delete<T>> class unique_ptr {
public:
  T *pointer;
  unique_ptr(unique_ptr &&);
};

class thread {
public:
  pthread_t id;
  struct _State {
    virtual ~_State();
    virtual void _M_run() = 0;
  };
  void _M_start_thread(unique_ptr<_State>, void (*)());
  void join();
  void detach();
  static unsigned hardware_concurrency() noexcept;
};

thread::_State::~_State() {}

namespace {
void *execute(void *argument) {
  thread::_State *state = (thread::_State *)argument;
  state->_M_run();
  delete state;
  return nullptr;
}
} // namespace

void thread::_M_start_thread(unique_ptr<_State> state, void (*)()) {
  int error = pthread_create(&id, nullptr, execute, state.pointer);
  if (error)
    __throw_system_error(error);
  state.pointer = nullptr;
}

// What is wrong with the thread is an exception: it is not joinable, or the calling one.
void thread::join() {
  if (id == 0)
    __throw_system_error(22);
  int error = pthread_join(id, nullptr);
  if (error)
    __throw_system_error(error);
  id = 0;
}

void thread::detach() {
  if (id == 0)
    __throw_system_error(22);
  int error = pthread_detach(id);
  if (error)
    __throw_system_error(error);
  id = 0;
}

unsigned thread::hardware_concurrency() noexcept {
  return __cassay_any_uint("number of processors");
}

} // namespace std
