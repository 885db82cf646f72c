/* A part in C, which calls the part in C++. */
int next(int x);
int global_of_c = 4;
int twice(int x) { return next(x) - 1 + x; }
