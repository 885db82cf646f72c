#ifndef _SETJMP_H
#define _SETJMP_H

#include <cassay/sigset.h>
#include <cassay/types.h>

struct __jmp_buf_tag {
#ifdef __x86_64__
  long __jmpbuf[8];
#else
  int __jmpbuf[6];
#endif
  int __mask_was_saved;
  __sigset_t __saved_mask;
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf) __attribute__((__returns_twice__));
int _setjmp(jmp_buf) __attribute__((__returns_twice__));
int __sigsetjmp(sigjmp_buf, int) __attribute__((__returns_twice__));
void longjmp(jmp_buf, int) __CASSAY_NORETURN;
void _longjmp(jmp_buf, int) __CASSAY_NORETURN;
void siglongjmp(sigjmp_buf, int) __CASSAY_NORETURN;
#define setjmp(buffer) _setjmp(buffer)
#define sigsetjmp(buffer, mask) __sigsetjmp((buffer), (mask))

#endif
