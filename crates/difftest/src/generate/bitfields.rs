//! Bit-fields: signed and unsigned, packed, of width zero, in structures and unions.

use super::Gen;
use super::types::INTS;
use std::fmt::Write;

struct Field {
    name: String,
    signed: bool,
    width: usize,
}

/// Assignments to and arithmetic on the fields of a random structure.
pub(super) fn fields(generator: &mut Gen) {
    let (tag, fields) = declare(generator);
    let (a, b) = (generator.name("v"), generator.name("v"));
    let global = generator.name("g");
    let values: Vec<String> = fields
        .iter()
        .map(|field| format!(".{} = {}", field.name, constant(generator, field)))
        .collect();
    declare!(
        generator,
        "static struct {tag} {global} = {{{}}};",
        values.join(", ")
    );
    line!(generator, "struct {tag} {a} = {global}, {b};");
    line!(
        generator,
        "__builtin_memset(&{b}, {}, sizeof {b});",
        generator.rng.below(256)
    );
    for _ in 0..generator.rng.between(5, 14) {
        let field = &fields[generator.rng.below(fields.len())];
        let other = &fields[generator.rng.below(fields.len())];
        let object = generator
            .rng
            .pick(&[a.as_str(), b.as_str(), global.as_str()])
            .to_owned();
        let place = format!("{object}.{}", field.name);
        let text = match generator.rng.below(7) {
            0 => format!("{place} = 0x{:x}ull;", generator.rng.bits()),
            1 => format!("{place} = {a}.{};", other.name),
            2 => format!("{place} ^= {b}.{};", other.name),
            3 if field.signed => format!("{place} = {place} / 2 - 1;"),
            3 => format!("mix((uint64_t)({place}++));"),
            4 if !field.signed => format!("{place} -= {};", generator.rng.below(9)),
            4 => format!("mix((uint64_t)({place} = {}));", generator.rng.below(9)),
            5 => format!(
                "{object} = {};",
                generator.rng.pick(&[a.as_str(), b.as_str()])
            ),
            _ => format!("{place} = {place} < {global}.{};", other.name),
        };
        generator.line(&text);
    }
    for object in [&a, &b, &global] {
        for field in &fields {
            line!(generator, "mix((uint64_t){object}.{});", field.name);
        }
    }
    line!(
        generator,
        "mix(sizeof(struct {tag}) + 100 * _Alignof(struct {tag}));"
    );
}

fn declare(generator: &mut Gen) -> (String, Vec<Field>) {
    let tag = generator.name("s");
    let mut fields = Vec::new();
    let mut text = String::new();
    for index in 0..generator.rng.between(2, 9) {
        // Writing to a String cannot fail.
        if generator.rng.one_in(7) {
            let _ = writeln!(
                text,
                "  {} : 0;",
                generator.rng.pick(&["int", "char", "long long"])
            );
        } else if generator.rng.one_in(7) {
            let _ = writeln!(text, "  unsigned : {};", generator.rng.between(1, 20));
        }
        let name = format!("f{index}");
        if generator.rng.one_in(5) {
            // No whole _Bool: its bytes must be 0 or 1.
            let ty = generator.rng.pick(&INTS[1..]);
            let _ = writeln!(text, "  {} {name};", ty.name);
            fields.push(Field {
                name,
                signed: ty.signed,
                width: ty.width(generator.ilp32) as usize,
            });
        } else {
            let ty = generator.rng.pick(INTS);
            let width = generator.rng.between(1, ty.width(generator.ilp32) as usize);
            let _ = writeln!(text, "  {} {name} : {width};", ty.name);
            fields.push(Field {
                name,
                signed: ty.signed,
                width,
            });
        }
    }
    let packed = if generator.rng.one_in(4) {
        "__attribute__((packed)) "
    } else {
        ""
    };
    declare!(generator, "struct {packed}{tag} {{\n{text}}};");
    (tag, fields)
}

/// A constant that the field can hold.
fn constant(generator: &mut Gen, field: &Field) -> String {
    let bits = generator.rng.bits();
    let width = if field.signed {
        field.width - 1
    } else {
        field.width
    };
    let value = if width >= 64 {
        bits
    } else {
        bits & ((1 << width) - 1)
    };
    if field.signed && generator.rng.one_in(2) {
        format!("-0x{value:x}ll")
    } else {
        format!("0x{value:x}ull")
    }
}
