//! Functions of the C library with fixed results: strings, characters, formatted text, numbers read
//! from text, sorting.

use super::Gen;
use super::types::{INTS, Type};

const WORDS: &[&str] = &[
    "",
    "a",
    "ab",
    "abc",
    "banana",
    "Zebra",
    "x y",
    "0",
    "tab\\t",
    "aaab",
    "\\xc3\\xa9",
    "foo,bar,,baz",
];

fn buffer(generator: &mut Gen) -> String {
    let name = generator.name("text");
    let word = generator.rng.pick(WORDS);
    line!(generator, "char {name}[80] = \"{word}\";");
    name
}

fn hash_text(generator: &mut Gen, name: &str) {
    line!(
        generator,
        "for (const char *p = {name}; *p; p++)\n    mix((uint64_t)*p);"
    );
}

/// Copies, searches and comparisons of strings and memory.
pub(super) fn strings(generator: &mut Gen) {
    generator.include("string.h");
    let (a, b) = (buffer(generator), buffer(generator));
    for _ in 0..generator.rng.between(4, 10) {
        let word = generator.rng.pick(WORDS);
        let n = generator.rng.below(9);
        let letter = generator
            .rng
            .pick(&["'a'", "'b'", "'z'", "0", "'\\t'", "','"]);
        let text = match generator.rng.below(18) {
            0 => format!("mix(strlen({a}) + 100 * strnlen({b}, {n}));"),
            1 => format!("mix((strcmp({a}, {b}) > 0) + 2 * (strcmp({a}, \"{word}\") == 0));"),
            2 => format!(
                "mix((strncmp({a}, \"{word}\", {n}) < 0) + 2 * (memcmp({a}, {b}, {n}) < 0));"
            ),
            3 => {
                format!("{{ char *p = strchr({a}, {letter}); mix(p ? (uint64_t)(p - {a}) : 99); }}")
            }
            4 => format!(
                "{{ char *p = strrchr({b}, {letter}); mix(p ? (uint64_t)(p - {b}) : 99); }}"
            ),
            5 => format!(
                "{{ char *p = strstr({a}, \"{word}\"); mix(p ? (uint64_t)(p - {a}) : 99); }}"
            ),
            6 => format!("mix(strspn({a}, \"abcx\") + 100 * strcspn({a}, \"{word}\"));"),
            7 => format!(
                "{{ char *p = strpbrk({b}, \"{word}\"); mix(p ? (uint64_t)(p - {b}) : 99); }}"
            ),
            8 => format!("strcpy({a}, \"{word}\");"),
            9 => format!("{a}[30] = 0; strncpy({a}, {b}, {n});"),
            10 => format!("{b}[10] = 0; strcat({b}, \"{word}\");"),
            11 => format!("{a}[10] = 0; strncat({a}, \"{word}\", {n});"),
            12 => format!(
                "{{ void *p = memchr({a}, {letter}, {n}); mix(p ? (uint64_t)((char *)p - {a}) : 99); }}"
            ),
            13 => format!("memmove({a} + {n}, {a}, 20); {a}[{}] = 0;", n + 20),
            14 => format!(
                "for (char *p = strtok({b}, \", \"); p; p = strtok(0, \",\"))\n    mix(strlen(p) * 50 + (uint64_t)(p - {b}));"
            ),
            15 => format!("memset({b}, {letter}, {n});"),
            16 => format!("mix((uint64_t)(stpcpy({a}, \"{word}\") - {a}));"),
            _ => format!("memcpy({b}, {a}, 40);"),
        };
        generator.line(&text);
    }
    hash_text(generator, &a);
    hash_text(generator, &b);
}

/// Classes of characters and conversions of case.
pub(super) fn characters(generator: &mut Gen) {
    generator.include("ctype.h");
    let classes = [
        "isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "ispunct", "isxdigit",
        "iscntrl", "isprint", "isgraph", "isblank",
    ];
    for _ in 0..generator.rng.between(1, 3) {
        let (first, second) = (generator.rng.pick(&classes), generator.rng.pick(&classes));
        let convert = generator.rng.pick(&["toupper", "tolower"]);
        let start = generator.rng.below(100);
        line!(
            generator,
            "for (int c = {start}; c < {}; c++)\n    mix((uint64_t)(!!{first}(c) + 2 * !!{second}(c) + 4 * {convert}(c)));",
            start + generator.rng.between(5, 28)
        );
    }
}

/// Formatted text in a buffer, truncated or not.
pub(super) fn formatting(generator: &mut Gen) {
    format_by(generator, conversion);
}

/// Formatted floats.
pub(super) fn formatting_floats(generator: &mut Gen) {
    format_by(generator, float_conversion);
}

fn format_by(generator: &mut Gen, conversion: fn(&mut Gen) -> (String, String)) {
    generator.include("stdio.h");
    for _ in 0..generator.rng.between(2, 5) {
        let name = generator.name("text");
        let size = generator.rng.pick(&[&100, &100, &12]);
        let (mut format, mut arguments) = (String::new(), String::new());
        for _ in 0..generator.rng.between(1, 4) {
            let (one, argument) = conversion(generator);
            format.push_str(&one);
            format.push_str(generator.rng.pick(&["", " ", "|", "%%", ", "]));
            arguments.push_str(", ");
            arguments.push_str(&argument);
        }
        line!(generator, "char {name}[{size}];");
        line!(
            generator,
            "mix((uint64_t)snprintf({name}, sizeof {name}, \"{format}\"{arguments}));"
        );
        hash_text(generator, &name);
    }
}

fn float_conversion(generator: &mut Gen) -> (String, String) {
    let flags = generator.rng.pick(&["", "", "-", "0", "+", " ", "#"]);
    let width = generator.rng.pick(&["", "", "7", "12"]);
    let precision = generator.rng.pick(&["", "", ".0", ".3", ".8"]);
    let letter = generator.rng.pick(&["f", "e", "g"]);
    let value = super::types::FLOATS[1].moderate(&mut generator.rng);
    (format!("%{flags}{width}{precision}{letter}"), value)
}

/// A conversion specification and an argument for it.
fn conversion(generator: &mut Gen) -> (String, String) {
    let flags = generator.rng.pick(&["", "", "-", "0", "+", " ", "#"]);
    let width = generator.rng.pick(&["", "", "7", "12"]);
    let precision = generator.rng.pick(&["", "", ".0", ".3", ".8"]);
    let letters = [
        "hhd", "hd", "d", "ld", "lld", "u", "lu", "llu", "x", "llX", "o", "zu",
    ];
    match generator.rng.below(7) {
        0 => {
            let word = generator.rng.pick(WORDS);
            let flags = if flags == "-" { "-" } else { "" };
            (
                format!("%{flags}{width}{precision}s"),
                format!("\"{word}\""),
            )
        }
        1 => (
            "%c".to_owned(),
            format!("'a' + {}", generator.rng.below(26)),
        ),
        2 => (
            "%*d".to_owned(),
            format!("{}, {}", generator.rng.below(9), generator.rng.below(5000)),
        ),
        _ => {
            let letter = generator.rng.pick(&letters);
            let (ty, signed) = match letter {
                "hhd" => ("signed char", true),
                "hd" => ("short", true),
                "d" => ("int", true),
                "ld" => ("long", true),
                "lld" => ("long long", true),
                "lu" => ("unsigned long", false),
                "llu" | "llX" => ("unsigned long long", false),
                "zu" => ("size_t", false),
                _ => ("unsigned", false),
            };
            // Flags that a conversion does not use are undefined.
            let flags = match flags {
                "+" | " " if !signed => "",
                "#" if !matches!(letter, "x" | "llX" | "o") => "",
                _ => flags,
            };
            let flags = if flags == "0" && !precision.is_empty() {
                ""
            } else {
                flags
            };
            let value = INTS[10].literal(&mut generator.rng, generator.ilp32);
            (
                format!("%{flags}{width}{precision}{letter}"),
                format!("({ty}){value}"),
            )
        }
    }
}

const NUMBERS: &[&str] = &[
    "0",
    "42",
    "-17",
    "  +8",
    "0x1f",
    "077",
    "99999999999",
    "12abc",
    "-2147483648",
    "",
    "z",
    "3.25",
    "18446744073709551615",
];

/// Integers read from text.
pub(super) fn parsing(generator: &mut Gen) {
    generator.include("stdlib.h");
    for _ in 0..generator.rng.between(3, 7) {
        let number = generator.rng.pick(NUMBERS);
        let base = generator.rng.pick(&["10", "16", "0", "8", "36"]);
        let function = generator
            .rng
            .pick(&["strtol", "strtoul", "strtoll", "strtoull"]);
        let (text, end) = (generator.name("text"), generator.name("end"));
        line!(
            generator,
            "const char *{text} = \"{number}\";\n  char *{end} = 0;"
        );
        line!(
            generator,
            "mix((uint64_t){function}({text}, &{end}, {base})); mix((uint64_t)({end} - {text}));"
        );
        if number.len() < 8 {
            line!(
                generator,
                "mix((uint64_t)(atoi({text}) + 2 * atol({text}) + 3 * atoll({text})));"
            );
        }
    }
}

/// Floats read from text, and text split into parts.
pub(super) fn parsing_floats(generator: &mut Gen) {
    generator.include("stdlib.h");
    generator.include("stdio.h");
    let numbers = ["3.25", "-1e3", "0.1", "1e-5", ".5e1x", "7", "none"];
    let (text, end) = (generator.name("text"), generator.name("end"));
    let number = generator.rng.pick(&numbers);
    line!(
        generator,
        "const char *{text} = \"{number}\";\n  char *{end} = 0;"
    );
    line!(
        generator,
        "mix_double(strtod({text}, &{end})); mix((uint64_t)({end} - {text}));"
    );
    let (n, c) = (generator.name("v"), generator.name("v"));
    line!(generator, "int {n} = 5;\n  char {c} = 'q';");
    line!(
        generator,
        "mix((uint64_t)sscanf(\"{}\", \"%d%c\", &{n}, &{c})); mix((uint64_t)({n} + {c}));",
        generator.rng.pick(&["12x", "-7", "q", "1 2"])
    );
}

/// Sorting and searching with comparison functions.
pub(super) fn sorting(generator: &mut Gen) {
    generator.include("stdlib.h");
    let ty = generator.rng.pick(&INTS[1..]);
    let (compare, name) = (generator.name("f"), ty.name);
    declare!(
        generator,
        "static int {compare}(const void *a, const void *b) {{\n  {name} x = *(const {name} *)a, y = *(const {name} *)b;\n  return (x > y) - (x < y);\n}}"
    );
    let count = generator.rng.between(1, 9);
    let array = generator.variable(&Type::Array(Box::new(Type::Int(ty)), count));
    line!(
        generator,
        "qsort({array}, {count}, sizeof *{array}, {compare});"
    );
    line!(
        generator,
        "for (int i = 0; i < {count}; i++)\n    mix((uint64_t){array}[i]);"
    );
    let key = generator.variable(&Type::Int(ty));
    if generator.rng.one_in(2) {
        line!(
            generator,
            "{key} = {array}[{}];",
            generator.rng.below(count)
        );
    }
    let found = generator.name("found");
    line!(
        generator,
        "{name} *{found} = bsearch(&{key}, {array}, {count}, sizeof *{array}, {compare});"
    );
    line!(generator, "mix({found} ? 1 + (*{found} == {key}) : 0);");
    let (quotient, n, d) = (
        generator.name("q"),
        generator.rng.below(9000),
        generator.rng.between(1, 90),
    );
    line!(
        generator,
        "div_t {quotient} = div({n} - 4000, {d}); mix((uint64_t)({quotient}.quot * 100 + {quotient}.rem + abs({n} - 4000)));"
    );
}

/// Functions of `<math.h>` whose results C and IEEE 754 define to the last bit.
pub(super) fn mathematics(generator: &mut Gen) {
    generator.include("math.h");
    for _ in 0..generator.rng.between(4, 9) {
        let ty = generator.rng.pick(&super::types::FLOATS[..3]);
        let (mix, letter) = (ty.mix, ty.letter.unwrap_or_default());
        let (a, b) = (
            generator.variable(&Type::Float(ty)),
            generator.variable(&Type::Float(ty)),
        );
        let n = generator.rng.below(40);
        let text = match generator.rng.below(14) {
            0 => format!("{mix}(fmod{letter}({a}, {b}));"),
            1 => format!("{mix}(remainder{letter}({a}, {b}));"),
            2 => format!("{mix}(ldexp{letter}({a}, {n} - 20));"),
            3 => format!("{{ int e = 0; {mix}(frexp{letter}({a}, &e)); mix((uint64_t)e); }}"),
            4 => format!(
                "{{ {} whole; {mix}(modf{letter}({a}, &whole)); {mix}(whole); }}",
                ty.name
            ),
            5 => format!("{mix}(nextafter{letter}({a}, {b}));"),
            6 => format!("{mix}(fdim{letter}({a}, {b}));"),
            7 => format!(
                "if (fabs{letter}({a}) < 1e9{}) mix((uint64_t)(lround{letter}({a}) + 3 * llrint{letter}({a})));",
                ty.suffix
            ),
            8 => format!("{mix}(floor{letter}({a})); {mix}(ceil{letter}({b}));"),
            9 => format!("{mix}(round{letter}({a})); {mix}(trunc{letter}({b}));"),
            10 => format!("{mix}(sqrt{letter}(fabs{letter}({a})));"),
            11 => format!(
                "mix((uint64_t)fpclassify({a}) + 10 * (unsigned)isnormal({b}) + 20 * !!signbit({a}));"
            ),
            12 => format!(
                "if ({a} != 0) mix((uint64_t)ilogb{letter}({a})); {mix}(logb{letter}({b}));"
            ),
            _ => format!("{mix}(fma{letter}({a}, {b}, 1)); {mix}(scalbn{letter}({a}, {n}));"),
        };
        generator.line(&text);
    }
}
