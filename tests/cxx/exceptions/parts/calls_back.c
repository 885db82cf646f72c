// A function in C that calls one in C++.
int call_twice(int (*function)(int), int argument) {
  int first = function(argument);
  return first + function(argument + 1);
}
