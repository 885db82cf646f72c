// entry: main
// A main that never looks at argv gets a null pointer and any positive count.
int main(int argc, char **argv) { return argc; }
