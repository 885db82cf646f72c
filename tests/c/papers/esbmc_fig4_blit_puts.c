//! ESBMC (TSE 2012) Figure 4: a pointer walks over a string literal; constants decide everything.
//@ verdict: safe
//@ stats: solver-calls = 0
//@ stats: vcs-left = 0
int printed;
void putchar_model(char c) {
  if (c)
    printed++;
}
void puts_model(const char *s) {
  while (*s) {
    putchar_model(*s++);
  }
}
void reach_error(void);
int main(void) {
  puts_model("blit: success");
  if (printed != 13)
    reach_error();
  return 0;
}
