//! Floating-point numbers of all kinds, complex ones included.
//!
//! Every operation is cast to its type, so that no compiler may keep excess precision.

use super::Gen;
use super::types::{FLOATS, Float, INTS, Int, Type, WIDE};

struct Variable {
    name: String,
    ty: &'static Float,
}

fn variables(generator: &mut Gen, count: usize) -> Vec<Variable> {
    (0..count)
        .map(|_| {
            let ty = generator.float();
            let name = generator.variable(&Type::Float(ty));
            Variable { name, ty }
        })
        .collect()
}

/// Arithmetic and comparisons.
pub(super) fn arithmetic(generator: &mut Gen) {
    let variables = variables(generator, 4);
    for _ in 0..generator.rng.between(5, 12) {
        let index = generator.rng.below(variables.len());
        let (name, ty) = (&variables[index].name, variables[index].ty);
        if generator.rng.one_in(4) {
            let operator = generator.rng.pick(&["+", "-", "*", "/"]);
            let value = expression(generator, ty, &variables, 1);
            line!(generator, "{name} {operator}= {value};");
        } else if generator.rng.one_in(5) {
            let text = generator.rng.pick(&["++", "--"]);
            line!(generator, "{}({name}{text});", ty.mix);
        } else {
            let value = expression(generator, ty, &variables, 3);
            line!(generator, "{name} = {value};");
        }
        generator.mix(&Type::Float(ty), name);
        compare(generator, &variables);
    }
}

fn expression(
    generator: &mut Gen,
    ty: &'static Float,
    variables: &[Variable],
    depth: usize,
) -> String {
    if depth == 0 || generator.rng.one_in(5) {
        let index = generator.rng.below(variables.len());
        return if generator.rng.one_in(3) {
            format!("({})", ty.literal(&mut generator.rng))
        } else {
            format!("({}){}", ty.name, variables[index].name)
        };
    }
    let a = expression(generator, ty, variables, depth - 1);
    let name = ty.name;
    match generator.rng.below(7) {
        0 => format!("({name})(-{a})"),
        1 => {
            let other = generator.float();
            let inner = expression(generator, other, variables, depth - 1);
            format!("({name})({inner})")
        }
        2 => {
            let b = expression(generator, ty, variables, depth - 1);
            let operator = generator.rng.pick(&["<", ">", "<=", ">=", "==", "!="]);
            format!("({name})({a} {operator} {b} ? {a} : {b})")
        }
        _ => {
            let b = expression(generator, ty, variables, depth - 1);
            let operator = generator.rng.pick(&["+", "-", "*", "/"]);
            format!("({name})({a} {operator} {b})")
        }
    }
}

fn compare(generator: &mut Gen, variables: &[Variable]) {
    let a = &variables[generator.rng.below(variables.len())].name;
    let b = &variables[generator.rng.below(variables.len())].name;
    let text = match generator.rng.below(5) {
        0 => format!("mix(({a} < {b}) | ({a} <= {b}) << 1 | ({a} == {b}) << 2);"),
        1 => format!("mix(({a} > {b}) | ({a} >= {b}) << 1 | ({a} != {b}) << 2);"),
        2 => format!("mix(!!{a} + 2 * !{b} + 4 * ({a} && {b}));"),
        3 => format!("if ({a}) mix(3); else mix(4);"),
        _ => format!(
            "mix(__builtin_isunordered({a}, {b}) + 2 * __builtin_isless({a}, {b}) + 4 * __builtin_islessgreater({a}, {b}));"
        ),
    };
    generator.line(&text);
}

/// Conversions between integers and floats, within range.
pub(super) fn conversions(generator: &mut Gen) {
    let floats = variables(generator, 3);
    for _ in 0..generator.rng.between(5, 12) {
        let float = &floats[generator.rng.below(floats.len())];
        let int = if !generator.ilp32 && generator.rng.one_in(6) {
            generator.rng.pick(WIDE)
        } else {
            generator.rng.pick(INTS)
        };
        if generator.rng.one_in(2) {
            let name = generator.variable(&Type::Int(int));
            line!(generator, "{} = ({}){name};", float.name, float.ty.name);
            generator.mix(&Type::Float(float.ty), &float.name);
        } else {
            let value = to_int(generator, int, float);
            generator.mix(&Type::Int(int), &value);
        }
        if generator.rng.one_in(2) {
            let value = expression(generator, float.ty, &floats, 1);
            line!(generator, "{} = {value};", float.name);
        }
    }
}

fn to_int(generator: &mut Gen, int: &'static Int, float: &Variable) -> String {
    if int.name == "_Bool" {
        return format!("(_Bool){}", float.name);
    }
    // Bounds that every floating-point type represents exactly and that fit the integer type.
    let width = int.width(generator.ilp32);
    let exponent = if int.signed { width - 1 } else { width };
    let high = format!("0x1p{}{}", exponent.min(127), float.ty.suffix);
    let low = if int.signed {
        format!("-{high}")
    } else {
        format!("-1.0{}", float.ty.suffix)
    };
    let other = generator.rng.below(100);
    format!(
        "TO_INT({}, {}, {}, {low}, {high}, {other})",
        int.name, float.ty.name, float.name
    )
}

/// Functions of one and two arguments that compilers evaluate.
pub(super) fn functions(generator: &mut Gen) {
    for _ in 0..generator.rng.between(4, 9) {
        let ty = generator.rng.pick(&FLOATS[..3]);
        let letter = ty.letter.unwrap_or_default();
        let (a, b) = (
            generator.variable(&Type::Float(ty)),
            generator.variable(&Type::Float(ty)),
        );
        let mix = ty.mix;
        let text = match generator.rng.below(8) {
            0 => {
                let function = generator
                    .rng
                    .pick(&["floor", "ceil", "trunc", "rint", "nearbyint"]);
                format!("{mix}(__builtin_{function}{letter}({a}));")
            }
            1 => format!("{mix}(__builtin_sqrt{letter}(__builtin_fabs{letter}({a})));"),
            2 => format!(
                "{mix}(__builtin_fma{letter}({a}, {b}, {}));",
                ty.moderate(&mut generator.rng)
            ),
            3 => format!("{mix}(__builtin_copysign{letter}({a}, {b}));"),
            // Which of two zeros is the lesser is unspecified.
            4 => format!("if ({a} != 0 || {b} != 0) {mix}(__builtin_fmax{letter}({a}, {b}));"),
            5 => format!("if ({a} != 0 || {b} != 0) {mix}(__builtin_fmin{letter}({a}, {b}));"),
            6 => format!(
                "mix(!!__builtin_signbit({a}) + 2 * !!__builtin_isnan({b}) + 4 * !!__builtin_isinf({a}) + 8 * !!__builtin_isfinite({b}));"
            ),
            _ => format!("{mix}(__builtin_round{letter}({a}));"),
        };
        generator.line(&text);
    }
}

/// Complex numbers whose results stay finite.
pub(super) fn complex(generator: &mut Gen) {
    let ty = generator.rng.pick(&FLOATS[..3]);
    let complex = Type::Complex(ty);
    let name = ty.name;
    let function = generator.name("f");
    let operator = generator.rng.pick(&["+", "-", "*"]);
    declare!(
        generator,
        "static _Complex {name} {function}(_Complex {name} a, int n, _Complex {name} b) {{\n  \
         return n > 2 ? a {operator} b : ~a;\n}}"
    );
    let (a, b) = (generator.variable(&complex), generator.variable(&complex));
    for _ in 0..generator.rng.between(2, 5) {
        let text = match generator.rng.below(6) {
            0 => format!("{a} = {function}({a}, {}, {b});", generator.rng.below(5)),
            1 => format!("{b} = ~{a};"),
            2 => format!("{a} += {b};"),
            3 => format!("mix(({a} == {b}) + 2 * ({a} != {b}) + 4 * !{a});"),
            4 => format!("{b} = {b} - __real__ {a};"),
            _ => format!("{a} = -{b};"),
        };
        generator.line(&text);
        generator.mix(&complex, &a);
        generator.mix(&complex, &b);
    }
}
