//! Unions read through another member than the one written (C17 6.5.2.3, footnote 97).

use super::Gen;
use super::types::{FLOATS, INTS};

/// A union of members of one size, so that no byte is unspecified, and its bytes.
pub(super) fn punning(generator: &mut Gen) {
    let tag = generator.name("u");
    declare!(
        generator,
        "union {tag} {{\n  unsigned long long whole[2];\n  double real[2];\n  float part[4];\n  \
         short half[8];\n  unsigned char bytes[16];\n  struct {{ int a : 13; unsigned b : 19; int c; \
         long long d : 40; unsigned long long e : 24; }} fields;\n  \
         struct {{ char first; char rest[15]; }} mixed;\n}};"
    );
    let function = generator.name("f");
    declare!(
        generator,
        "static union {tag} {function}(union {tag} x, unsigned n) {{\n  \
         x.bytes[n % 16] ^= 0x5a;\n  return x;\n}}"
    );
    let name = generator.name("v");
    line!(
        generator,
        "union {tag} {name} = {{{{{}, {}}}}};",
        INTS[10].literal(&mut generator.rng, generator.ilp32),
        INTS[10].literal(&mut generator.rng, generator.ilp32)
    );
    for _ in 0..generator.rng.between(3, 9) {
        let (even, any) = (generator.rng.below(2), generator.rng.below(16));
        let text = match generator.rng.below(9) {
            0 => format!(
                "{name}.real[{even}] = {};",
                FLOATS[1].literal(&mut generator.rng)
            ),
            1 => format!(
                "{name}.part[{}] = {};",
                any % 4,
                FLOATS[0].literal(&mut generator.rng)
            ),
            2 => format!("{name}.half[{}] = {};", any % 8, generator.rng.below(30000)),
            3 => format!("{name}.bytes[{any}] = {};", generator.rng.below(256)),
            4 => format!("{name}.fields.d = 0x{:x}ll;", generator.rng.bits() >> 25),
            5 => format!("{name}.fields.a = {name}.fields.e;"),
            6 => format!("{name} = {function}({name}, {any});"),
            7 => format!(
                "mix_double({name}.real[{even}]); mix_float({name}.part[{}]);",
                any % 4
            ),
            _ => format!("{name}.mixed.rest[{}] = (char){name}.fields.b;", any % 15),
        };
        generator.line(&text);
        line!(
            generator,
            "mix({name}.whole[{even}]); mix((uint64_t){name}.fields.c);"
        );
    }
    line!(
        generator,
        "for (int i = 0; i < 16; i++) mix({name}.bytes[i]);"
    );
    let float = generator.name("x");
    line!(
        generator,
        "float {float} = {};",
        FLOATS[0].literal(&mut generator.rng)
    );
    line!(
        generator,
        "mix(*(unsigned char *)&{float} + ((unsigned char *)&{float})[3]);"
    );
    line!(
        generator,
        "((unsigned char *)&{float})[2] ^= 1; mix_float({float});"
    );
}
