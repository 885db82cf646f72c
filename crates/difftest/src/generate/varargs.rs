//! Variable arguments: every class of argument in any order, read by a format in a loop.

use super::Gen;
use super::types::{FLOATS, INTS, Type, type_name};

/// Types that arguments have after the default promotions, and structures.
fn kinds(generator: &mut Gen) -> Vec<Type> {
    let mut kinds: Vec<Type> = INTS[5..].iter().map(|int| Type::Int(int)).collect();
    kinds.push(Type::Float(FLOATS[1]));
    kinds.push(Type::Float(FLOATS[2]));
    kinds.push(Type::Pointer);
    kinds.push(Type::Float(FLOATS[1]));
    for _ in 0..2 {
        kinds.push(Type::Struct(generator.structure(0)));
    }
    if !generator.ilp32 && generator.rng.one_in(4) {
        kinds.push(Type::Int(super::types::WIDE[0]));
    }
    if generator.rng.one_in(4) {
        kinds.push(Type::Complex(FLOATS[generator.rng.below(2)]));
    }
    kinds
}

/// A function that reads its arguments as directed by a string of letters.
pub(super) fn by_format(generator: &mut Gen) {
    let kinds = kinds(generator);
    let letters: Vec<char> = ('a'..='z').take(kinds.len()).collect();
    let (one, all) = (generator.name("f"), generator.name("f"));
    let mut cases = String::new();
    for (ty, letter) in kinds.iter().zip(&letters) {
        let read = generator.collect(|generator| {
            let name = type_name(ty);
            line!(generator, "case '{letter}': {{");
            line!(generator, "  {name} value = va_arg(*list, {name});");
            generator.mix(ty, "value");
            generator.line("  break;\n  }");
        });
        cases.push_str(&read);
    }
    declare!(
        generator,
        "static void {one}(char kind, va_list *list) {{\n  switch (kind) {{\n{cases}  }}\n}}"
    );
    let named = generator.rng.between(0, 7);
    let parameters: String = (0..named)
        .map(|n| {
            format!(
                "{} x{n}, ",
                generator.rng.pick(&["int", "double", "long long"])
            )
        })
        .collect();
    let hashes: String = (0..named)
        .map(|n| format!("  mix((uint64_t)(long)x{n});\n"))
        .collect();
    let twice = generator.rng.one_in(2);
    let copy = if twice {
        format!(
            "  va_list copy;\n  va_copy(copy, list);\n  for (const char *p = format; *p; p++)\n    \
             {one}(*p, &copy);\n  va_end(copy);\n"
        )
    } else {
        String::new()
    };
    declare!(
        generator,
        "static void {all}({parameters}const char *format, ...) {{\n  va_list list;\n  \
         va_start(list, format);\n{hashes}{copy}  while (*format)\n    {one}(*format++, &list);\n  \
         va_end(list);\n}}"
    );
    for _ in 0..generator.rng.between(1, 3) {
        let count = generator.rng.below(14);
        let chosen: Vec<usize> = (0..count)
            .map(|_| generator.rng.below(kinds.len()))
            .collect();
        let format: String = chosen.iter().map(|index| letters[*index]).collect();
        let mut arguments: Vec<String> = (0..named)
            .map(|_| generator.rng.below(100).to_string())
            .collect();
        arguments.push(format!("\"{format}\""));
        for index in chosen {
            arguments.push(generator.variable(&kinds[index]));
        }
        line!(generator, "{all}({});", arguments.join(", "));
    }
}
