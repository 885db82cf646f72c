// Two files, one program: shared and local symbols, weak and strong definitions.
extern int shared, tentative, weak_value;
int bump(int);
int weak_function(void);
static int local(void) { return 1; }
static int state = 100;
int other_state(void);
int main(void) {
  shared += local();
  state += bump(shared);
  return (shared * 3 + state + other_state() * 5 + tentative + weak_value + weak_function()) % 256;
}
__attribute__((weak)) int weak_function(void) { return 50; }
int weak_value __attribute__((weak)) = 9;
