//! Loops over all arguments, and over all of the environment, are proved for any number of them.
//@ revisions: walk options passed environment copies late kept
//@ flags: --timeout 60s
//@[walk] flags: -DWALK
//@[options] flags: -DOPTIONS
//@[passed] flags: -DPASSED
//@[environment] flags: -DENVIRONMENT
//@[copies] flags: -DCOPIES
//@[late] flags: -DLATE
//@[kept] flags: -DKEPT
//@[walk] verdict: safe
//@[options] verdict: safe
//@[passed] verdict: safe
//@[environment] verdict: safe
//@[copies] verdict: unsafe
//@[late] verdict: unsafe
//@[kept] verdict: safe
#include <assert.h>
#include <string.h>
static int dashes(char **list) {
  int found = 0;
  while (*list) {
    if (**list == '-')
      found = 1;
    list++;
  }
  return found;
}
int main(int argc, char *argv[], char *envp[]) {
#ifdef WALK
  for (char **at = argv; *at; at++)
    if ((*at)[0] == '-' && (*at)[1] == 'v')
      return 1;
#endif
#ifdef OPTIONS
  int verbose = 0, i = 1;
  const char *output = 0;
  while (i < argc && argv[i][0] == '-') {
    switch (argv[i][1]) {
    case 'v':
      verbose = 1;
      break;
    case 'o':
      if (i + 1 >= argc)
        return 2;
      output = argv[++i];
      break;
    default:
      return 2;
    }
    i++;
  }
  assert(output != argv[0] || argc == 0);
  return verbose;
#endif
#ifdef PASSED
  return dashes(argv);
#endif
#ifdef ENVIRONMENT
  for (int i = 0; envp[i]; i++)
    if (envp[i][0] == 'P' && envp[i][1] == '=')
      return dashes(envp + i);
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
#ifdef KEPT
  // What is written to one string changes no other.
  if (argc < 3)
    return 0;
  char first = argv[0][0];
  for (int i = 1; i < argc; i++)
    argv[i][0] = 'x';
  assert(argc < 3 || argv[2] != 0);
  return first;
#endif
  return 0;
}
