//! Atomic objects and operations, in one thread.

use super::Gen;
use super::types::{INTS, Int, Type};

/// Updates, exchanges and compare-and-swaps of all sizes.
pub(super) fn updates(generator: &mut Gen) {
    for _ in 0..generator.rng.between(1, 3) {
        // 32-bit targets reach 64 bits by a library.
        let types = if generator.ilp32 {
            &INTS[1..7]
        } else {
            &INTS[1..]
        };
        let ty = generator.rng.pick(types);
        object(generator, ty);
    }
    let (flag, real) = (generator.name("x"), generator.name("x"));
    line!(
        generator,
        "_Atomic _Bool {flag} = 0;\n  {flag} = 6; mix({flag});"
    );
    line!(
        generator,
        "_Atomic float {real} = 1.5f;\n  {real} = {real} * 3; {real} = 1 - {real}; mix_float({real});"
    );
}

fn object(generator: &mut Gen, ty: &'static Int) {
    let (x, plain, name) = (generator.name("x"), generator.name("v"), ty.name);
    let start = ty.literal(&mut generator.rng, generator.ilp32);
    line!(
        generator,
        "_Atomic {name} {x} = {start};\n  {name} {plain} = {start};"
    );
    for _ in 0..generator.rng.between(3, 9) {
        let value = ty.literal(&mut generator.rng, generator.ilp32);
        let operation = generator.rng.pick(&["add", "sub", "and", "or", "xor"]);
        let order =
            generator
                .rng
                .pick(&["__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED", "__ATOMIC_ACQ_REL"]);
        let text = match generator.rng.below(8) {
            0 => format!("mix((uint64_t)__atomic_fetch_{operation}(&{plain}, {value}, {order}));"),
            1 => format!("mix((uint64_t)__atomic_{operation}_fetch(&{plain}, {value}, {order}));"),
            2 => format!("mix((uint64_t)__sync_fetch_and_{operation}(&{plain}, {value}));"),
            3 => format!("mix((uint64_t)__atomic_exchange_n(&{plain}, {value}, {order}));"),
            4 => {
                let expected = generator.name("v");
                let guess = if generator.rng.one_in(2) {
                    plain.clone()
                } else {
                    value.clone()
                };
                format!(
                    "{name} {expected} = {guess};\n  mix(__atomic_compare_exchange_n(&{plain}, &{expected}, {value}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));\n  mix((uint64_t){expected});"
                )
            }
            5 => format!(
                "mix((uint64_t)__sync_val_compare_and_swap(&{plain}, {value}, {}));",
                generator.rng.below(9)
            ),
            6 => format!("{x} ^= {value}; mix((uint64_t)({x} |= 1)); {x} = {value};"),
            _ => format!("__atomic_store_n(&{plain}, {value}, __ATOMIC_SEQ_CST);"),
        };
        generator.line(&text);
    }
    generator.mix(&Type::Int(ty), &plain);
    generator.mix(&Type::Int(ty), &x);
    line!(
        generator,
        "mix((uint64_t)__atomic_load_n(&{plain}, __ATOMIC_ACQUIRE));"
    );
}
