
extern int cassay_fork(void) __asm__("fork");
extern int cassay_wait(int, int *, int) __asm__("waitpid");
extern unsigned cassay_alarm(unsigned) __asm__("alarm");

/* No program ends like this by itself, so that sanitizers can be told from its own exit status. */
enum { CASSAY_SANITIZER = 99, CASSAY_SECONDS = 60, CASSAY_ALARM = 14 };
#define CASSAY_STATUS "exitcode=99:"
const char *__asan_default_options(void) { return CASSAY_STATUS "detect_stack_use_after_return=1:" CASSAY_LEAKS; }
const char *__lsan_default_options(void) { return CASSAY_STATUS CASSAY_LEAKS; }
const char *__ubsan_default_options(void) { return CASSAY_STATUS; }
const char *__tsan_default_options(void) { return CASSAY_STATUS "halt_on_error=1"; }

static void cassay_assert(int holds, const char *otherwise) {
  if (holds) return;
  cassay_print("regression: ");
  cassay_print(otherwise);
  cassay_print("\n");
  cassay_leave(1);
}

int CASSAY_MAIN(void) {
  int status = 0;
  int child = cassay_fork();
  cassay_assert(child >= 0, "no process can be started");
  if (child == 0) {
    cassay_alarm(CASSAY_SECONDS);
    return cassay_run();
  }
  cassay_assert(cassay_wait(child, &status, 0) == child, "the process of the program is lost");
  cassay_assert((status & 0x7f) != CASSAY_ALARM, CASSAY_FAULT ": the program does not end");
  cassay_assert((status & 0x7f) == 0, CASSAY_FAULT ": the program is ended by a signal");
  cassay_assert((status >> 8 & 0xff) != CASSAY_SANITIZER, CASSAY_FAULT ": a sanitizer tells of it");
  return 0;
}
