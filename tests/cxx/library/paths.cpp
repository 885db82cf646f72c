//! Paths are joined and compared by their text.
//@ revisions: good bad
//@ one-library: libc++ keeps paths in its shared library, of which there are no models
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <filesystem>

namespace fs = std::filesystem;

static int compared(const char *a, const char *b) { return fs::path(a).compare(fs::path(b)); }

int main() {
  fs::path file("/tmp");
  file /= "foo.txt";
  assert(file == fs::path("/tmp/foo.txt") && file.is_absolute() && !file.empty());
  assert((fs::path("foo") / "").native() == "foo/");
  assert((fs::path("foo/") / "b").native() == "foo/b");
  assert((fs::path("foo") / "/b").native() == "/b");
  assert((fs::path("") / "b").native() == "b");
  assert((fs::path("/") / "b").native() == "/b");
  assert(compared("a//b", "a/b") == 0 && compared("a/b/", "a/b") > 0 && compared("a", "b") < 0);
  assert(compared("/a", "a") > 0 && compared("", "") == 0 && compared("", "a") < 0);
  assert(compared("/", "//") == 0 && compared("/a", "/") > 0 && compared("a/b", "a.b") < 0);
  file += ".bak";
  assert(file.native() == "/tmp/foo.txt.bak");
  fs::path other(file);
  other = "/x";
  file = other;
  fs::path third(std::move(other));
  assert(file == "/x" && third == file && file.compare("/y") < 0);
#ifdef BAD
  assert(third != file); //~[bad] assertion
#endif
}
