#ifndef _ERR_H
#define _ERR_H

void err(int, const char *, ...) __attribute__((__noreturn__));
void errx(int, const char *, ...) __attribute__((__noreturn__));
void warn(const char *, ...);
void warnx(const char *, ...);

#endif
