//! What names of C++ functions say: whether a function belongs to the library, and which operation it is.
//!
//! Linkers' names follow the Itanium ABI; the names for people are those that the front-end shows.

use cassay_ir::Function;

/// The name that linkers see.
pub(crate) fn symbol(function: &Function) -> &str {
    function.symbol.as_deref().unwrap_or(&function.name)
}

/// Whether a function is part of the C++ library: its name is in `std` or `__gnu_cxx`, or begins like one of
/// the abbreviations for members of `std`.
pub(crate) fn is_library(function: &Function) -> bool {
    let symbol = symbol(function);
    let Some(rest) = symbol.strip_prefix("_Z") else {
        return false;
    };
    let name = match rest.strip_prefix('N') {
        Some(nested) => nested.trim_start_matches(['K', 'R', 'O', 'V']),
        None => rest,
    };
    let abbreviations = ["St", "Sa", "Sb", "Ss", "Si", "So", "Sd"];
    abbreviations.iter().any(|short| name.starts_with(short)) || name.starts_with("9__gnu_cxx")
}

/// Whether a function is a member of that name, or one of a namespace.
pub(crate) fn is_named(function: &Function, method: &str) -> bool {
    last_part(&function.name).is_some_and(|last| {
        let rest = last.strip_prefix(method);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['(', '<', ' ']))
    })
}

/// The class that a name of a member is in, or the namespace.
pub(crate) fn scope(name: &str) -> Option<&str> {
    let last = last_part(name)?;
    name[..name.len() - last.len()].strip_suffix("::")
}

/// Whether a function is a constructor, and whether it is a destructor.
pub(crate) fn is_constructor(function: &Function) -> bool {
    let name = &function.name;
    (name.ends_with("[base]") || name.ends_with("[complete]")) && !is_destructor(function)
}

/// Whether a function is a destructor.
pub(crate) fn is_destructor(function: &Function) -> bool {
    last_part(&function.name).is_some_and(|last| last.starts_with('~'))
}

/// The part of a name behind the last `::` that is outside of arguments.
fn last_part(name: &str) -> Option<&str> {
    let mut depth = 0_i32;
    let mut start = 0;
    let bytes = name.as_bytes();
    for (index, byte) in bytes.iter().enumerate() {
        // The name of an operator may consist of brackets.
        let part = name.get(start..index).unwrap_or("");
        if depth == 0 && part.starts_with("operator") {
            break;
        }
        match byte {
            b'<' | b'(' | b'{' => depth += 1,
            b'>' | b')' | b'}' => depth -= 1,
            b':' if depth == 0 && bytes.get(index + 1) == Some(&b':') => start = index + 2,
            _ => {}
        }
    }
    name.get(start..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::TypeTable;

    fn function(name: &str, symbol: &str) -> Function {
        let mut function = Function::declaration(name, TypeTable::VOID, false);
        function.symbol = Some(symbol.into());
        function
    }

    #[test]
    fn library_functions_are_known_by_their_symbols() {
        for symbol in [
            "_ZNSt6vectorIiSaIiEE5clearEv",
            "_ZNKSt6vectorIiSaIiEE4sizeEv",
            "_ZStplIcSt11char_traitsIcESaIcEENSt7__cxx1112basic_stringIT_T0_T1_EERKS8_SA_",
            "_ZNSaIiEC2Ev",
            "_ZN9__gnu_cxxneIPiSt6vectorIiSaIiEEEEbRKNS_17__normal_iteratorIT_T0_EESA_",
        ] {
            assert!(is_library(&function("f", symbol)), "{symbol}");
        }
        for symbol in ["main", "_Z1gSt6vectorIiSaIiEE", "_ZN3StdC2Ev", "_ZN1H1fEv"] {
            assert!(!is_library(&function("f", symbol)), "{symbol}");
        }
    }

    #[test]
    fn operations_are_known_by_their_names() {
        let named = |name, method| is_named(&function(name, ""), method);
        assert!(named("std::vector<std::pair<int, A::B>>::clear", "clear"));
        assert!(named("std::string::operator=(std::string&&)", "operator="));
        assert!(!named("std::operator==<char>", "operator="));
        assert!(named("std::operator>><char>", "operator>>"));
        assert!(named("std::vector<int>::assign<int*, void>", "assign"));
        assert!(!named("A::clear::other", "clear"));
        assert_eq!(scope("ns::C<a::b>::f(c::d)"), Some("ns::C<a::b>"));
        assert_eq!(scope("main"), None);
        assert!(is_destructor(&function(
            "std::vector<A::B>::~vector [base]",
            ""
        )));
        assert!(is_constructor(&function("A::A(int) [base]", "")));
        assert!(!is_constructor(&function("A::~A [base]", "")));
    }
}
