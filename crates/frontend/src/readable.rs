//! Names of C++ and Rust as people write them, from the names that linkers see.
//!
//! The names of the libraries are shortened: what a template gets if nothing is written (allocators,
//! orders, hashes) is left out, and so are inline namespaces that only tell versions apart.

use cpp_demangle::{DemangleOptions, ParseOptions, Symbol};

/// The name of a function or variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Readable {
    /// With the types of its parameters.
    pub full: String,
    /// Without them.
    pub short: String,
}

/// How deeply a mangled name may nest.
const MAX_DEPTH: u32 = 96;

/// The readable form of a mangled name; `None` for any other name.
pub(crate) fn readable(symbol: &str) -> Option<Readable> {
    if let Some(name) = rust(symbol) {
        return Some(Readable {
            full: name.clone(),
            short: name,
        });
    }
    if !symbol.starts_with("_Z") {
        return None;
    }
    let options = ParseOptions::default().recursion_limit(MAX_DEPTH);
    let (parsed, kind) = match symbol.split_once('.') {
        // Clang appends such as `.isra.0` to copies.
        Some((start, kind)) => (Symbol::new_with_options(start, &options).ok()?, kind),
        None => (Symbol::new_with_options(symbol, &options).ok()?, ""),
    };
    let text = |options: &DemangleOptions| {
        let text = parsed.demangle_with_options(options).ok()?;
        let note = variant(symbol);
        let dot = if kind.is_empty() { "" } else { "." };
        Some(format!("{}{note}{dot}{kind}", shortened(&text)))
    };
    Some(Readable {
        full: text(&DemangleOptions::new().no_return_type())?,
        short: text(&DemangleOptions::new().no_return_type().no_params())?,
    })
}

/// The path of a Rust symbol, without the hash that tells versions of a crate apart.
pub(crate) fn rust(symbol: &str) -> Option<String> {
    let name = rustc_demangle::try_demangle(symbol).ok()?;
    Some(format!("{name:#}"))
}

/// Constructors and destructors come in several forms that share one name: of a whole object (the one
/// without a note), of a base, and one that also frees the object.
fn variant(symbol: &str) -> &'static str {
    let has = |form: &str| {
        symbol.find(form).is_some_and(|at| {
            symbol.as_bytes()[..at]
                .last()
                .is_some_and(u8::is_ascii_alphanumeric)
        }) && symbol
            .rsplit(form)
            .next()
            .is_some_and(|rest| rest.starts_with(['E', 'I']) || rest.is_empty())
    };
    if has("D0") {
        " [deleting]"
    } else if has("C2") || has("D2") {
        " [base]"
    } else {
        ""
    }
}

/// Text that means the same and says it shorter.
const SHORTER: &[(&str, &str)] = &[
    ("std::__cxx11::", "std::"),
    ("std::__1::", "std::"),
    ("std::__debug::", "std::"),
    ("[abi:cxx11]", ""),
    ("> >", ">>"),
];

/// Templates of the library with fixed arguments that have names of their own.
const ALIASES: &[(&str, &str)] = &[
    ("std::basic_string<char>", "std::string"),
    ("std::basic_string<wchar_t>", "std::wstring"),
    ("std::basic_string_view<char>", "std::string_view"),
    ("std::basic_ostream<char>", "std::ostream"),
    ("std::basic_istream<char>", "std::istream"),
    ("std::basic_iostream<char>", "std::iostream"),
    ("std::basic_ios<char>", "std::ios"),
    ("std::basic_streambuf<char>", "std::streambuf"),
    ("std::basic_stringbuf<char>", "std::stringbuf"),
    ("std::basic_ostringstream<char>", "std::ostringstream"),
    ("std::basic_istringstream<char>", "std::istringstream"),
    ("std::basic_stringstream<char>", "std::stringstream"),
    ("std::basic_ofstream<char>", "std::ofstream"),
    ("std::basic_ifstream<char>", "std::ifstream"),
];

/// Templates that stand at the end of a list of arguments only because nothing else was written there.
const DEFAULTS: &[&str] = &[
    "std::allocator<",
    "std::char_traits<",
    "std::less<",
    "std::hash<",
    "std::equal_to<",
    "std::default_delete<",
];

/// A C++ name with the defaults of the library's templates left out.
pub(crate) fn shortened(name: &str) -> String {
    let mut text = name.to_owned();
    for (long, short) in SHORTER {
        while text.contains(long) {
            text = text.replace(long, short);
        }
    }
    text = without_version_tags(&text);
    if let Some(inner) = text
        .strip_prefix("{vtable(")
        .and_then(|rest| rest.strip_suffix(")}"))
    {
        text = format!("vtable for {inner}");
    }
    let mut rest = text.as_str();
    let mut out = lists(&mut rest, 0);
    for (long, short) in ALIASES {
        out = out.replace(long, short);
    }
    // Its constructors repeat the name of the template.
    for (long, short) in [
        ("basic_string", "string"),
        ("basic_string_view", "string_view"),
    ] {
        out = out.replace(
            &format!("std::{short}::{long}"),
            &format!("std::{short}::{short}"),
        );
        out = out.replace(
            &format!("std::{short}::~{long}"),
            &format!("std::{short}::~{short}"),
        );
    }
    out
}

/// A name without the tags by which functions of libc++ say their version and how it was configured: letters and
/// digits, as in `[abi:se190107]`.
fn without_version_tags(name: &str) -> String {
    const TAG: &str = "[abi:";
    let mut parts = name.split(TAG);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let tag = part.split_once(']').filter(|(tag, _)| {
            let digits = tag.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
            digits.len() >= 5 && digits.bytes().all(|letter| letter.is_ascii_digit())
        });
        match tag {
            Some((_, rest)) => out.push_str(rest),
            None => {
                out.push_str(TAG);
                out.push_str(part);
            }
        }
    }
    out
}

/// Copies text up to the end of the list of template arguments that it is in, without defaults.
fn lists(rest: &mut &str, depth: u32) -> String {
    let mut out = String::new();
    while let Some(next) = rest.chars().next() {
        if next == '>' && depth > 0 && !out.ends_with('-') && !out.ends_with("operator") {
            break;
        }
        *rest = &rest[next.len_utf8()..];
        out.push(next);
        let operator = ["operator<", "operator<<", "operator< <"]
            .iter()
            .any(|name| out.ends_with(name));
        if next != '<' || operator || depth > MAX_DEPTH {
            continue;
        }
        let inner = lists(rest, depth + 1);
        let library = owner(&out).starts_with("std::");
        out.push_str(&if library {
            without_defaults(&inner)
        } else {
            inner
        });
        if let Some(behind) = rest.strip_prefix('>') {
            *rest = behind;
            out.push('>');
        }
    }
    out
}

/// The name whose arguments begin at the end of a text.
fn owner(text: &str) -> &str {
    let text = text.strip_suffix('<').unwrap_or(text);
    let start = text.rfind([' ', '<', ',', '(', '&', '*']);
    start.map_or(text, |at| &text[at + 1..])
}

/// A list of template arguments without the defaults at its end.
fn without_defaults(list: &str) -> String {
    let mut parts = split(list);
    while parts.len() > 1
        && parts.last().is_some_and(|last| {
            DEFAULTS
                .iter()
                .any(|default| last.trim_start().starts_with(default))
        })
    {
        parts.pop();
    }
    parts.join(",")
}

/// The parts of a list between commas that are in no brackets.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0u32, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts
}

/// The name of a function in the global namespace of C++: `nondet_int` of `_Z10nondet_intv`.
fn global_name(symbol: &str) -> Option<&str> {
    let rest = symbol.strip_prefix("_Z")?;
    let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
    let length: usize = rest[..digits].parse().ok()?;
    rest[digits..].get(..length)
}

/// Names that mean something to verifiers, or their beginnings.
const VERIFIERS: &[&str] = &[
    "nondet_",
    "nd_",
    "__VERIFIER_",
    "__ESBMC_",
    "__CPROVER_",
    "__llbmc_",
    "reach_error",
];

/// The name by which a function is known to verifiers, also where C++ declares it without
/// `extern "C"`.
pub(crate) fn verifier_name(symbol: &str) -> &str {
    match global_name(symbol) {
        Some(name) if VERIFIERS.iter().any(|start| name.starts_with(start)) => name,
        _ => symbol,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(symbol: &str) -> String {
        readable(symbol).map_or(String::new(), |name| name.short)
    }

    #[test]
    fn names_of_both_languages_are_read() {
        assert_eq!(short("_ZN2ns1C1fEi"), "ns::C::f");
        assert_eq!(
            readable("_ZN2ns1C1fEi").map(|n| n.full).as_deref(),
            Some("ns::C::f(int)")
        );
        assert_eq!(
            short("_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE"),
            "core::panicking::panic_bounds_check"
        );
        assert_eq!(short("_ZTV1A"), "vtable for A");
        assert_eq!(readable("main"), None);
        assert_eq!(readable("_Z!"), None);
    }

    #[test]
    fn forms_of_constructors_are_told_apart() {
        assert_eq!(short("_ZN1AC1Ev"), "A::A");
        assert_eq!(short("_ZN1AC2Ev"), "A::A [base]");
        assert_eq!(short("_ZN1AD0Ev"), "A::~A [deleting]");
        assert_eq!(short("_ZN2C21fEv"), "C2::f");
    }

    #[test]
    fn defaults_of_templates_are_left_out() {
        let cases = [
            (
                "std::vector<int, std::allocator<int> >::push_back",
                "std::vector<int>::push_back",
            ),
            (
                "std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, int, std::less<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, std::allocator<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, int> > >::at",
                "std::map<std::string, int>::at",
            ),
            (
                "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string",
                "std::string::string",
            ),
            (
                "std::allocator_traits<std::allocator<int> >::allocate",
                "std::allocator_traits<std::allocator<int>>::allocate",
            ),
            (
                "bool operator< <int>(A<int>)",
                "bool operator< <int>(A<int>)",
            ),
            (
                "mine<int, std::allocator<int> >",
                "mine<int, std::allocator<int>>",
            ),
            ("f<(a)1, 2>::operator->", "f<(a)1, 2>::operator->"),
            (
                "std::__1::vector<int, std::__1::allocator<int>>::operator[][abi:se190107]",
                "std::vector<int>::operator[]",
            ),
            ("f[abi:mine]", "f[abi:mine]"),
        ];
        for (long, wanted) in cases {
            assert_eq!(shortened(long), wanted);
        }
    }

    #[test]
    fn verifier_functions_are_known_under_cxx_names() {
        assert_eq!(verifier_name("_Z10nondet_intv"), "nondet_int");
        assert_eq!(verifier_name("_Z17__VERIFIER_assumei"), "__VERIFIER_assume");
        assert_eq!(verifier_name("_Z11reach_errorv"), "reach_error");
        assert_eq!(verifier_name("_Z5helloi"), "_Z5helloi");
        assert_eq!(verifier_name("_ZN1A10nondet_intEv"), "_ZN1A10nondet_intEv");
        assert_eq!(verifier_name("_Z99nondet_intv"), "_Z99nondet_intv");
    }
}
