//! Vector types of GNU C.

use super::Gen;

struct Vector {
    name: String,
    element: &'static str,
    count: usize,
    bits: usize,
    real: bool,
}

/// Types of elements and their widths. None is signed: sums could overflow.
const ELEMENTS: &[&(&str, usize)] = &[
    &("unsigned char", 8),
    &("unsigned short", 16),
    &("unsigned", 32),
    &("unsigned long long", 64),
    &("float", 32),
    &("double", 64),
];

/// Arithmetic, comparisons, shuffles, conversions, and calls with vectors.
pub(super) fn operations(generator: &mut Gen) {
    let vector = declare(generator);
    let name = &vector.name;
    let function = generator.name("f");
    declare!(
        generator,
        "static {name} {function}({name} x, int n, {name} y) {{\n  return n ? x + y : x - y;\n}}"
    );
    let (a, b) = (value(generator, &vector), value(generator, &vector));
    for _ in 0..generator.rng.between(3, 8) {
        let index = generator.rng.below(vector.count);
        let text = match generator.rng.below(8) {
            0 => format!("{a} = {a} {} {b};", generator.rng.pick(&["+", "-", "*"])),
            1 if !vector.real => format!("{b} = {b} {} {a};", generator.rng.pick(&["&", "|", "^"])),
            2 if !vector.real => format!(
                "{a} = ({a} << {}) ^ ({b} >> {});",
                generator.rng.below(vector.bits),
                generator.rng.below(vector.bits)
            ),
            3 => format!("{a}[{index}] = {b}[{}];", generator.rng.below(vector.count)),
            4 => format!("{a} = {function}({a}, {}, {b});", generator.rng.below(2)),
            5 => shuffle(generator, &vector, &a, &b),
            6 if !vector.real => format!(
                "{b} = ({name})({a} {} {b});",
                generator.rng.pick(&["<", ">=", "==", "!="])
            ),
            7 => format!("{b} = {a} + {};", generator.rng.below(9)),
            _ => format!("{b} = -{b};"),
        };
        generator.line(&text);
        mix(generator, &vector, &a);
    }
    mix(generator, &vector, &b);
    let wide = generator.name("vec");
    let size = vector.count * 8;
    declare!(
        generator,
        "typedef double {wide} __attribute__((vector_size({size})));"
    );
    if !vector.real {
        let converted = generator.name("v");
        line!(
            generator,
            "{wide} {converted} = __builtin_convertvector({a}, {wide});"
        );
        line!(
            generator,
            "for (int i = 0; i < {}; i++)\n    mix_double({converted}[i]);",
            vector.count
        );
    }
}

fn declare(generator: &mut Gen) -> Vector {
    let &(element, bits) = generator.rng.pick(ELEMENTS);
    let count = [2, 4, 8][generator.rng.below(3)];
    let name = generator.name("vec");
    let size = count * bits / 8;
    declare!(
        generator,
        "typedef {element} {name} __attribute__((vector_size({size})));"
    );
    Vector {
        name,
        element,
        count,
        bits,
        real: matches!(element, "float" | "double"),
    }
}

fn value(generator: &mut Gen, vector: &Vector) -> String {
    let name = generator.name("v");
    let values: Vec<String> = (0..vector.count)
        .map(|_| {
            if vector.real {
                format!("{}.{}", generator.rng.below(1000), generator.rng.below(100))
            } else {
                format!("({})0x{:x}ull", vector.element, generator.rng.bits())
            }
        })
        .collect();
    line!(
        generator,
        "{} {name} = {{{}}};",
        vector.name,
        values.join(", ")
    );
    name
}

fn shuffle(generator: &mut Gen, vector: &Vector, a: &str, b: &str) -> String {
    let indices: Vec<String> = (0..vector.count)
        .map(|_| generator.rng.below(2 * vector.count).to_string())
        .collect();
    format!(
        "{a} = __builtin_shufflevector({a}, {b}, {});",
        indices.join(", ")
    )
}

fn mix(generator: &mut Gen, vector: &Vector, value: &str) {
    let mix = match vector.element {
        "float" => "mix_float",
        "double" => "mix_double",
        _ => "mix",
    };
    line!(
        generator,
        "for (int i = 0; i < {}; i++)\n    {mix}({value}[i]);",
        vector.count
    );
}
