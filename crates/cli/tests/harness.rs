//! `--harness-output`: a compiled program goes the way of the counterexample.

mod support;

use std::path::Path;
use std::process::Command;
use support::Folder;

/// Verifies files that violate a property, then compiles them as the harness says and runs them;
/// what the program says on standard error.
#[track_caller]
fn play(folder: &Folder, args: &[&str]) -> String {
    let mut all = vec!["--harness-output", "harness.c"];
    all.extend(args);
    folder.expect(&all, 1);
    let harness = std::fs::read_to_string(folder.path().join("harness.c")).expect("a harness");
    let command = harness
        .lines()
        .find_map(|line| line.strip_prefix(" *   gcc "))
        .expect("the harness says how to compile it");
    let script = format!("gcc -Werror {command} && timeout 900 ./a.out");
    let output = Command::new("sh")
        .args(["-c", &script])
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{text}\n{harness}");
    assert!(!text.contains(" error: "), "{text}\n{harness}");
    text
}

/// The program fails in an assertion at this line.
#[track_caller]
fn fails_at(folder: &Folder, args: &[&str], place: &str) {
    let text = play(folder, args);
    assert!(
        text.contains(place) && text.contains("Assertion"),
        "{text}\n{}",
        std::fs::read_to_string(folder.path().join("harness.c")).unwrap_or_default()
    );
}

#[test]
fn values_of_every_type_arrive() {
    let folder = Folder::new("harness-types");
    folder.write(
        "types.c",
        r"
#include <assert.h>
#include <limits.h>
#include <string.h>
_Bool nondet_bool(void);
signed char nondet_schar(void);
unsigned char nondet_uchar(void);
short nondet_short(void);
unsigned short nondet_ushort(void);
int nondet_int(void);
unsigned nondet_uint(void);
long nondet_long(void);
unsigned long nondet_ulong(void);
__int128 nondet_int128(void);
unsigned __int128 nondet_uint128(void);
float nondet_float(void);
double nondet_double(void);
long double nondet_ldouble(void);
void *nondet_pointer(void);
enum color { RED, GREEN, BLUE } nondet_color(void);

int main(void) {
  _Bool b = nondet_bool();
  signed char c = nondet_schar();
  unsigned char uc = nondet_uchar();
  short s = nondet_short();
  unsigned short us = nondet_ushort();
  int i = nondet_int(), j = nondet_int();
  unsigned u = nondet_uint();
  long l = nondet_long(), least = nondet_long();
  unsigned long ul = nondet_ulong();
  __int128 w = nondet_int128();
  unsigned __int128 uw = nondet_uint128();
  float f = nondet_float(), nan = nondet_float();
  double d = nondet_double();
  long double ld = nondet_ldouble();
  void *null = nondet_pointer(), *wild = nondet_pointer();
  enum color color = nondet_color();
  unsigned f_bits, nan_bits;
  unsigned long long d_bits;
  memcpy(&f_bits, &f, sizeof f);
  memcpy(&nan_bits, &nan, sizeof nan);
  memcpy(&d_bits, &d, sizeof d);
  __int128 wide = (__int128)0x0123456789abcdef << 64 | 0xfedcba9876543210;
  int integers = b && c == -7 && uc == 200 && s == -30000 && us == 60000 && i == INT_MIN &&
                 j == -1 && u == 0xdeadbeef && l == -123456789012345 && least == LONG_MIN &&
                 ul == 0xffffffffffffffff && w == -wide && uw == (unsigned __int128)wide;
  int numbers = f_bits == 0x3dcccccd && nan_bits == 0x7fc12345 && d_bits == 1 && ld == -0.1L;
  assert(!(integers && numbers && null == 0 && wild == (void *)0x12345678 && color == BLUE));
  return 0;
}
",
    );
    fails_at(&folder, &["types.c"], "types.c:49:");
}

#[test]
fn answers_come_in_the_order_of_the_calls() {
    let folder = Folder::new("harness-order");
    folder.write(
        "one.c",
        r#"
#include <assert.h>
int nondet_int(void);
unsigned char nd_uchar(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
extern int more(void);
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 4; i++) {
    unsigned x = nondet_int();
    __VERIFIER_assume(x == 10u * i - more());
    sum = 2 * sum + x;
    if (i == 2)
      assert(nd_uchar() != 77 || __VERIFIER_nondet_int() != SECRET || sum != 33);
  }
}
"#,
    );
    folder.write(
        "two.c",
        r"
int nondet_int(void);
void __VERIFIER_assume(int);
int more(void) {
  int y = nondet_int();
  __VERIFIER_assume(y >= 1 && y < 1000 && y <= 2 * y - 1);
  return y;
}
",
    );
    fails_at(
        &folder,
        &["one.c", "two.c", "-DSECRET=(1 + 2)"],
        "one.c:15:",
    );
}

#[test]
fn memory_comes_with_its_contents() {
    let folder = Folder::new("harness-memory");
    folder.write(
        "heap.c",
        r"
#include <assert.h>
#include <stdlib.h>
void __VERIFIER_nondet_memory(void *, size_t);
void fill(char *, const char *);
extern int table[3];
int main(void) {
  char *first = malloc(3), *second = malloc(5), text[4];
  if (!first || !second)
    return 0;
  short both[2];
  fill(text, first);
  __VERIFIER_nondet_memory(both + 1, sizeof both[1]);
  assert(first[1] != 'a' || second[4] != 'b' || text[2] != 'c' || both[1] != 0x1234 || table[2] != 9);
  free(first);
  free(second);
}
",
    );
    fails_at(&folder, &["heap.c"], "heap.c:14:");
}

#[test]
fn the_library_answers_as_it_did() {
    let folder = Folder::new("harness-library");
    folder.write(
        "library.c",
        r#"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(void) {
  char line[8];
  int number = 0;
  char *value = getenv("HOME");
  if (!value || strcmp(value, "ab") != 0)
    return 0;
  if (rand() != 7 || rand() != 8 || time(0) != 123456789)
    return 0;
  if (!fgets(line, sizeof line, stdin) || strcmp(line, "xyz\n") != 0)
    return 0;
  if (scanf("%d", &number) == 1 && getchar() == 'q')
    assert(number != 4321);
}
"#,
    );
    fails_at(&folder, &["library.c"], "library.c:18:");
}

#[test]
fn the_entry_gets_its_arguments() {
    let folder = Folder::new("harness-entry");
    folder.write(
        "entry.c",
        r"
#include <assert.h>
struct point { int x; double y; };
int main(int argc, char **argv) {
  assert(argc != 2 || argv[1][0] != 'k' || argv[1][1] != 0);
}
int check(unsigned char c, float f, struct point *p, long *none) {
  if (p && !none)
    assert(c != 250 || f != 0.5f || p->x != -3 || p->y != 2.25);
  return 0;
}
",
    );
    fails_at(&folder, &["entry.c"], "entry.c:5:");
    fails_at(&folder, &["entry.c", "--function", "check"], "entry.c:9:");
}

#[test]
fn without_a_counterexample_the_file_says_so() {
    let folder = Folder::new("harness-safe");
    folder.write("safe.c", "int main(void) { return 0; }\n");
    folder.write("harness.c", "something old\n");
    folder.expect(&["--harness-output", "harness.c", "safe.c"], 0);
    let text = std::fs::read_to_string(folder.path().join("harness.c")).expect("the file");
    assert_eq!(text, "/* There is no counterexample. */\n");
    folder.refused(
        &["--harness-output", "no/such/folder/h.c", "safe.c"],
        "no/such/folder/h.c: cannot be written",
    );
    assert!(!Path::new("no/such/folder").exists());
}

#[test]
fn checks_that_are_off_are_off_in_the_command() {
    let folder = Folder::new("harness-off");
    folder.write(
        "off.c",
        r#"
#include <assert.h>
int nondet_int(void);
void tell(int);
int main(void) {
  int x = nondet_int();
  char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int *odd = (int *)(bytes + 1);
  tell(x);
  assert(*odd != 0x05040302 || x + 1 > x);
}
"#,
    );
    let args = ["off.c", "--no-align-check", "--no-overflow-check"];
    fails_at(&folder, &args, "off.c:10:");
}

#[test]
fn a_library_of_the_programs_own_is_not_used() {
    let folder = Folder::new("harness-own");
    folder.write(
        "own.c",
        r#"
#include <assert.h>
unsigned long __VERIFIER_nondet_ulong(void);
int __VERIFIER_nondet_int(void);
int print(const char *);
void put(char *, int);
unsigned long strlen(const char *s) { return __VERIFIER_nondet_ulong(); }
void *memcpy(void *to, const void *from, unsigned long n) { return __VERIFIER_nondet_int() ? to : 0; }
int main(void) {
  char text[3] = {1, 2, 3};
  put(text, 4);
  assert(text[1] != 7 || print(text) != 5);
  return strlen(text);
}
"#,
    );
    fails_at(&folder, &["own.c"], "own.c:12:");
}

#[test]
fn what_cannot_be_given_is_named() {
    let folder = Folder::new("harness-open");
    folder.write(
        "open.c",
        "#include <assert.h>\nint main(void) {\n  int mystery;\n  assert(mystery != 5);\n}\n",
    );
    folder.expect(&["--harness-output", "harness.c", "open.c"], 1);
    let text = std::fs::read_to_string(folder.path().join("harness.c")).expect("the file");
    assert!(text.contains(" *   the first value of mystery\n"), "{text}");
}
