// Where the buffers of the standard streams are. Streams are recognised by these addresses, so that a program
// without standard streams has no more of them than this. The tags mark the buffers of files.
#include "cxx/cxx.h"

extern char __cassay_cxx_screen[128], __cassay_cxx_keyboard[128];
extern char __cassay_cxx_wide_screen[128], __cassay_cxx_wide_keyboard[128];
extern char __cassay_cxx_file_tags[4];
_Alignas(16) char __cassay_cxx_screen[128];
_Alignas(16) char __cassay_cxx_keyboard[128];
_Alignas(16) char __cassay_cxx_wide_screen[128];
_Alignas(16) char __cassay_cxx_wide_keyboard[128];
char __cassay_cxx_file_tags[4];
