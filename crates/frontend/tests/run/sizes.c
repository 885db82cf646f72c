// The sizes of long, of a pointer and of long long, in one number.
struct padded { char c; double d; };
static long l;
static char *p = (char *)&l + 1;
int main(void) {
  return (int)(sizeof l * 100 + (p - (char *)&l) * sizeof p * 10 + sizeof(long long));
}
