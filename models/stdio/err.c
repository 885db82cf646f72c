// Error messages of programs (BSD <err.h>) and the system log (<syslog.h>).
#include "cassay.h"
#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#define PRINT()                                                                                    \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  vprintf(format, list);                                                                           \
  va_end(list)

void warnx(const char *format, ...) {
  if (format) {
    PRINT();
  }
}

void warn(const char *format, ...) {
  if (format) {
    PRINT();
  }
}

void errx(int status, const char *format, ...) {
  if (format) {
    PRINT();
  }
  exit(status);
}

void err(int status, const char *format, ...) {
  if (format) {
    PRINT();
  }
  exit(status);
}

void syslog(int priority, const char *format, ...) { PRINT(); }

void openlog(const char *name, int options, int facility) {
  if (name)
    (void)strlen(name);
}

void closelog(void) {}
