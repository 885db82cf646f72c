// entry: main
// Constructors run first, in the order of their priorities.
static int order;
__attribute__((constructor(300))) static void later(void) { order = order * 10 + 2; }
__attribute__((constructor(200))) static void sooner(void) { order = order * 10 + 1; }
int main(void) { return order; }
