// Locales. All behave like the classic one; a program that uses another one is told so.
#include "cxx/stream.hpp"

namespace std {
[[noreturn]] void __throw_runtime_error(const char *);

namespace {
// What a locale holds that the environment or a name determines.
char other_locale;

bool is_classic(const char *name) {
  return (name[0] == 'C' && name[1] == 0) || (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' &&
                                              name[3] == 'I' && name[4] == 'X' && name[5] == 0);
}
} // namespace

locale::locale() noexcept : implementation(nullptr) {}
locale::locale(const locale &other) noexcept
    : implementation(is_file_tag(other.implementation) ? nullptr : other.implementation) {}
locale::~locale() noexcept {}

// Which locales the system has is not known.
locale::locale(const char *name) : implementation(nullptr) {
  if (!name)
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
  if (is_classic(name))
    return;
  if (*name && __cassay_any_bool("the system has no such locale"))
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
  implementation = &other_locale;
}
locale::locale(const locale &base, const char *name, int) : locale(name) {
  if (base.implementation)
    implementation = base.implementation;
}
locale::locale(const locale &base, const locale &other, int) : locale(base) {
  if (other.implementation)
    implementation = other.implementation;
}

const locale &locale::operator=(const locale &other) noexcept {
  // A file's buffer stays marked as such.
  if (!is_file_tag(implementation))
    implementation = is_file_tag(other.implementation) ? nullptr : other.implementation;
  return *this;
}

bool locale::operator==(const locale &other) const noexcept {
  if (implementation && implementation == other.implementation)
    return __cassay_any_bool("approximate result of a comparison of locales");
  return implementation == other.implementation;
}

string locale::name() const {
  string result;
  result.assign_text("C", 1);
  if (implementation)
    __cassay_unsupported("the name of a locale other than the classic one");
  return result;
}

const locale &locale::classic() {
  static const locale *const instance = new (__cassay_object(sizeof(locale))) locale;
  return *instance;
}

locale locale::global(const locale &with) {
  if (with.implementation)
    __cassay_unsupported("a global locale other than the classic one");
  return locale();
}
} // namespace std
