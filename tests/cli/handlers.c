volatile int mask;
volatile double real;
volatile int *volatile pointer;
void tick(void) { mask++; }
void takes(int n) { mask = n; }
int main(void) { return mask + (real > 1) + (pointer == 0); }
