//! Static initializers: designators, strings, addresses, nested aggregates, compound literals.

use super::Gen;
use super::types::{Struct, Type, declaration};

/// Objects that are initialized before the program starts.
pub(super) fn initializers(generator: &mut Gen) {
    let structure = generator.structure(2);
    let ty = Type::Struct(structure.clone());
    let first = object(generator, &structure, "");
    let second = object(generator, &structure, "const ");
    generator.mix(&ty, &first);
    generator.mix(&ty, &second);
    strings(generator);
    pointers(generator, &first, &structure);
    sparse(generator);
    literals(generator, &structure);
}

fn object(generator: &mut Gen, structure: &Struct, qualifier: &str) -> String {
    let name = generator.name("g");
    let value = braces(generator, structure);
    declare!(
        generator,
        "static {qualifier}struct {} {name} = {value};",
        structure.tag
    );
    name
}

/// An initializer list; members may be left out, and named in any order.
fn braces(generator: &mut Gen, structure: &Struct) -> String {
    let mut parts = Vec::new();
    for (name, ty) in &structure.members {
        if generator.rng.one_in(6) {
            continue;
        }
        let value = value(generator, ty);
        let index = generator.rng.below(parts.len() + 1);
        parts.insert(index, format!(".{name} = {value}"));
    }
    if parts.is_empty() {
        return "{0}".to_owned();
    }
    format!("{{{}}}", parts.join(", "))
}

fn value(generator: &mut Gen, ty: &Type) -> String {
    match ty {
        Type::Int(int) => int.literal(&mut generator.rng, generator.ilp32),
        Type::Float(float) | Type::Complex(float) => float.literal(&mut generator.rng),
        Type::Pointer => {
            generator.pointees();
            format!("pointees + {}", generator.rng.below(8))
        }
        Type::Array(element, count) => {
            let values: Vec<String> = (0..generator.rng.between(1, *count))
                .map(|_| value(generator, element))
                .collect();
            format!("{{{}}}", values.join(", "))
        }
        Type::Struct(structure) => braces(generator, structure),
    }
}

fn strings(generator: &mut Gen) {
    let (table, fixed, wide) = (
        generator.name("g"),
        generator.name("g"),
        generator.name("g"),
    );
    let words = [
        "",
        "a",
        "zebra",
        "quick\\n\\0brown",
        "\\xff\\x80",
        "twenty characters ok",
    ];
    let chosen: Vec<String> = (0..4)
        .map(|_| format!("\"{}\"", generator.rng.pick(&words)))
        .collect();
    declare!(
        generator,
        "static const char *const {table}[] = {{{}}};",
        chosen.join(", ")
    );
    declare!(
        generator,
        "static char {fixed}[12] = \"{}\";",
        generator.rng.pick(&words[..3])
    );
    declare!(
        generator,
        "static const __WCHAR_TYPE__ {wide}[] = L\"w\\u00e9{}\";",
        generator.rng.below(100)
    );
    line!(
        generator,
        "for (int i = 0; i < 4; i++)\n    for (const char *p = {table}[i]; *p; p++)\n      mix((uint64_t)*p);"
    );
    line!(
        generator,
        "for (unsigned i = 0; i < sizeof {fixed}; i++)\n    mix((uint64_t){fixed}[i]);"
    );
    line!(
        generator,
        "for (unsigned i = 0; i < sizeof {wide} / sizeof *{wide}; i++)\n    mix((uint64_t){wide}[i]);"
    );
    generator.line("mix(__func__[3]);");
}

fn pointers(generator: &mut Gen, object: &str, structure: &Struct) {
    let pointer = generator.name("g");
    let (name, ty) = &structure.members[generator.rng.below(structure.members.len())];
    // Pointers to members of packed structures may be misaligned: read by bytes.
    declare!(
        generator,
        "static unsigned char *const {pointer} = (unsigned char *)&{object}.{name};"
    );
    if let Type::Int(_) = ty {
        line!(
            generator,
            "for (unsigned i = 0; i < sizeof {object}.{name}; i++)\n    mix({pointer}[i]);"
        );
    }
    line!(
        generator,
        "mix({pointer} == (unsigned char *)&{object} + __builtin_offsetof(struct {}, {name}));",
        structure.tag
    );
}

/// Arrays with designators, ranges and gaps.
fn sparse(generator: &mut Gen) {
    let (array, grid) = (generator.name("g"), generator.name("g"));
    let (a, b) = (generator.rng.below(10), generator.rng.between(12, 18));
    declare!(
        generator,
        "static short {array}[20] = {{[{a}] = 5, 6, [{b}] = -7, [19] = {}}};",
        generator.rng.below(100)
    );
    declare!(
        generator,
        "static int {grid}[3][4] = {{[1] = {{1, [2] = {}}}, {{[3] = 9}}}};",
        generator.rng.below(100)
    );
    line!(
        generator,
        "for (int i = 0; i < 20; i++)\n    mix((uint64_t){array}[i]);"
    );
    line!(
        generator,
        "for (int i = 0; i < 12; i++)\n    mix((uint64_t){grid}[i / 4][i % 4]);"
    );
}

/// Compound literals, of static and automatic storage.
fn literals(generator: &mut Gen, structure: &Struct) {
    let ty = Type::Struct(structure.clone());
    let pointer = generator.name("g");
    let value = braces(generator, structure);
    let tag = &structure.tag;
    declare!(
        generator,
        "static struct {tag} *{pointer} = &(struct {tag}){value};"
    );
    generator.mix(&ty, &format!("(*{pointer})"));
    let name = generator.name("v");
    let value = braces(generator, structure);
    line!(
        generator,
        "{} = (struct {tag}){value};",
        declaration(&ty, &name)
    );
    generator.mix(&ty, &name);
}
