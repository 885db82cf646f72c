//! Loops over all arguments, and over all of the environment, are proved for any number of them.
//@ revisions: options bad_options passed environment copies late count
//@ flags: --timeout 120s
//@[options] flags: -DOPTIONS
//@[bad_options] flags: -DOPTIONS -DBAD
//@[passed] flags: -DPASSED
//@[environment] flags: -DENVIRONMENT
//@[copies] flags: -DCOPIES
//@[late] flags: -DLATE
//@[count] flags: -DCOUNT
//@[options] verdict: safe
//@[bad_options] verdict: unsafe
//@[passed] verdict: safe
//@[environment] verdict: safe
//@[copies] verdict: unsafe
//@[late] verdict: unsafe
//@[count] verdict: safe
#include <assert.h>
#include <string.h>
static int dashes(char **list) {
  int found = 0;
  for (int i = 0; list[i]; i++)
    if (list[i][0] == '-')
      found = 1;
  return found;
}
int main(int argc, char *argv[], char *envp[]) {
#ifdef OPTIONS
  int verbose = 0, output = 0, i = 1;
  while (i < argc && argv[i][0] == '-') {
    switch (argv[i][1]) {
    case 'v':
      verbose = 1;
      break;
    case 'o':
#ifndef BAD
      if (i + 1 >= argc)
        return 2;
#endif
      output = argv[++i][0]; //~[bad_options] pointer.null
      break;
    default:
      return 2;
    }
    i++;
  }
  return verbose && output;
#endif
#ifdef PASSED
  return argc > 0 ? dashes(argv) : 0;
#endif
#ifdef ENVIRONMENT
  int found = 0;
  for (unsigned long i = 0; envp[i]; i++)
    if (envp[i][0] == 'P' && envp[i][1] == '=')
      found = 1;
  return found;
#endif
#ifdef COPIES
  char name[8];
  for (int i = 1; i < argc; i++)
    strcpy(name, argv[i]); //~[copies] pointer.bounds
#endif
#ifdef LATE
  for (int i = 0; i < argc; i++)
    if (i == 8)
      assert(argv[i][0] != 'k' || argv[i][1] != 0); //~[late] assertion
#endif
#ifdef COUNT
  int length = 0;
  while (length < argc)
    length++;
  assert(argv[length] == 0);
#endif
  return 0;
}
