//! The arguments of main are any strings, with a null pointer after the last.
//@ revisions: end look past copy none all
//@[end] flags: -DEND
//@[look] flags: -DLOOK
//@[past] flags: -DPAST
//@[copy] flags: -DCOPY
//@[none] flags: -DNONE
//@[all] flags: -DALL
//@[end] verdict: safe
//@[look] verdict: safe
//@[past] verdict: unsafe
//@[copy] verdict: unsafe
//@[none] verdict: unsafe
//@[all] verdict: safe
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
#ifdef END
  assert(argc >= 0 && argv[argc] == 0 && (argc == 0 || argv[0] != 0));
#endif
#ifdef LOOK
  if (argc < 3)
    return 1;
  assert(argv[1] != argv[2]);
  argv[1][0] = 'x';
  return strlen(argv[2]) > 200000;
#endif
#ifdef PAST
  return argv[argc + 1] != 0; //~[past] pointer.bounds
#endif
#ifdef COPY
  char name[4];
  if (argc == 2)
    strcpy(name, argv[1]); //~[copy] pointer.bounds
#endif
#ifdef NONE
  // Not even the name of the program need be there.
  return argv[0][0]; //~[none] pointer.null
#endif
#ifdef ALL
  int sum = 0;
  for (int i = 1; i < argc; i++)
    sum = sum || argv[i][0] == '-';
  return sum;
#endif
  return 0;
}
