// std::call_once: the function to call is handed over in variables of the thread.
#include "cxx/cxx.h"

_Thread_local void *_ZSt15__once_callable;
_Thread_local void (*_ZSt11__once_call)(void);

void __once_proxy(void) { _ZSt11__once_call(); }
