//! Functions of the C library whose result or effect the standard specifies (C17 7, POSIX).
//!
//! An unknown function may return anything. These may not: `strcmp` of equal strings is zero. With
//! an arbitrary result, violations would be reported that no execution has; so a call of one
//! without a model is unsupported. If the program has its own body, that is used.
//!
//! For other functions of the library and of POSIX less is specified, but their results are not
//! inputs of the program either: the result of one without a model is inexact
//! ([`cassay_ir::InputSource::is_inexact`]).

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Names that stand for themselves.
const NAMES: &[&str] = &[
    // <ctype.h> and <wctype.h>, with what their macros expand to.
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "iswalnum",
    "iswalpha",
    "iswblank",
    "iswcntrl",
    "iswctype",
    "iswdigit",
    "iswgraph",
    "iswlower",
    "iswprint",
    "iswpunct",
    "iswspace",
    "iswupper",
    "iswxdigit",
    "toascii",
    "tolower",
    "toupper",
    "towctrans",
    "towlower",
    "towupper",
    // <fenv.h>: results of later operations depend on it.
    "feclearexcept",
    "fegetenv",
    "fegetexceptflag",
    "fegetround",
    "feholdexcept",
    "feraiseexcept",
    "fesetenv",
    "fesetexceptflag",
    "fesetround",
    "fetestexcept",
    "feupdateenv",
    // <stdio.h>: formatting into memory.
    "asprintf",
    "snprintf",
    "sprintf",
    "swprintf",
    "vasprintf",
    "vsnprintf",
    "vsprintf",
    "vswprintf",
    // <stdio.h>: reading from memory.
    "__isoc99_sscanf",
    "__isoc99_swscanf",
    "__isoc99_vsscanf",
    "sscanf",
    "swscanf",
    "vsscanf",
    // <stdlib.h>.
    "a64l",
    "aligned_alloc",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bsearch",
    "cfree",
    "div",
    "ldiv",
    "lldiv",
    "lfind",
    "lsearch",
    "memalign",
    "posix_memalign",
    "pvalloc",
    "qsort",
    "reallocarray",
    "strtod",
    "strtof",
    "strtoimax",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoumax",
    "valloc",
    // <string.h> and <strings.h>.
    "bcmp",
    "bcopy",
    "bzero",
    "explicit_bzero",
    "ffs",
    "ffsl",
    "ffsll",
    "index",
    "memccpy",
    "memchr",
    "memcmp",
    "memmem",
    "mempcpy",
    "memrchr",
    "rawmemchr",
    "rindex",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcasestr",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strdup",
    "strerror",
    "strlcat",
    "strlcpy",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strsignal",
    "strspn",
    "strstr",
    "strtok",
    "strtok_r",
    "strverscmp",
    "strxfrm",
    "swab",
    // <wchar.h>.
    "wcscat",
    "wcschr",
    "wcscmp",
    "wcscpy",
    "wcsdup",
    "wcslen",
    "wcsncat",
    "wcsncmp",
    "wcsncpy",
    "wcsrchr",
    "wcsstr",
    "wcstok",
    "wcstol",
    "wcstoul",
    "wmemchr",
    "wmemcmp",
    "wmemcpy",
    "wmemmove",
    "wmemset",
    // <arpa/inet.h>.
    "htonl",
    "htons",
    "ntohl",
    "ntohs",
];

/// Functions of `<math.h>` and `<complex.h>`, each also with `f` or `l` at its end.
const FLOATING: &[&str] = &[
    "__finite",
    "__fpclassify",
    "__isinf",
    "__isnan",
    "__issignaling",
    "__signbit",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cabs",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "finite",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "isinf",
    "isnan",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "roundeven",
    "scalb",
    "scalbln",
    "scalbn",
    "significand",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// The functions that the headers of the C library and of POSIX declare, in order.
static DECLARED: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    include_str!("library_names.txt")
        .split_whitespace()
        .collect()
});

/// A name without the prefixes and suffixes of compilers and hardened headers.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let checked = name
        .strip_prefix("__")
        .and_then(|name| name.strip_suffix("_chk"));
    let name = checked.unwrap_or(name);
    name.strip_prefix("__isoc99_")
        .or_else(|| name.strip_prefix("__isoc23_"))
        .unwrap_or(name)
}

/// Whether a function of this name is one of the C library.
pub(crate) fn is_declared(name: &str) -> bool {
    DECLARED.contains(plain(name)) || is_specified(name)
}

/// Whether the standard specifies the result or effect of a function of this name.
pub(crate) fn is_specified(name: &str) -> bool {
    if NAMES.contains(&name) {
        return true;
    }
    let name = plain(name);
    NAMES.contains(&name)
        || FLOATING.contains(&name)
        || name
            .strip_suffix(['f', 'l'])
            .is_some_and(|name| FLOATING.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_once() {
        for list in [NAMES, FLOATING] {
            for (index, name) in list.iter().enumerate() {
                assert!(
                    !list[index + 1..].contains(name),
                    "`{name}` is listed twice"
                );
            }
        }
    }

    #[test]
    fn functions_of_the_library_are_told_from_others() {
        for name in [
            "mmap",
            "readdir",
            "basename",
            "uname",
            "strcmp",
            "__isoc99_fscanf",
        ] {
            assert!(is_declared(name), "{name}");
        }
        for name in ["get_value", "usb_register", "nondet_int", "", "main"] {
            assert!(!is_declared(name), "{name}");
        }
    }

    #[test]
    fn forms_of_a_name_are_seen() {
        for name in ["strcmp", "lrint", "lrintf", "fabsl", "__isnanl"] {
            assert!(is_specified(name), "{name}");
        }
        for name in ["__builtin_strcmp", "__strcpy_chk", "__snprintf_chk"] {
            assert!(is_specified(name), "{name}");
        }
        for name in [
            "strange",
            "ff",
            "l",
            "get_value",
            "__chk",
            "main",
            "nondet_int",
        ] {
            assert!(!is_specified(name), "{name}");
        }
    }
}
