// entry: main
// A main that reads argv is not lowered faithfully, and says so.
int main(int argc, char **argv) { return argv[0][0]; }
