// The hint of the C library by which counts of owners need not be atomic. It is never used.
char __libc_single_threaded = 0;
