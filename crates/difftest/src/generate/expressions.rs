//! Integer expressions of all widths.

use super::Gen;
use super::types::{INTS, Int, Type, WIDE};

/// A variable that expressions may read.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: &'static Int,
}

/// Arithmetic on all integer types.
pub(super) fn integers(generator: &mut Gen) {
    let types: Vec<&'static Int> = (0..generator.rng.between(3, 6))
        .map(|_| generator.rng.pick(INTS))
        .collect();
    compute(generator, &types);
}

/// Arithmetic with 128 bits, if the target has such a type.
pub(super) fn wide(generator: &mut Gen) {
    let set = if generator.ilp32 { &INTS[9..] } else { WIDE };
    let mut types: Vec<&'static Int> = (0..3).map(|_| generator.rng.pick(set)).collect();
    types.push(generator.rng.pick(INTS));
    compute(generator, &types);
}

fn compute(generator: &mut Gen, types: &[&'static Int]) {
    let mut variables = Vec::new();
    for ty in types {
        let name = generator.variable(&Type::Int(ty));
        variables.push(Variable { name, ty });
    }
    for _ in 0..generator.rng.between(4, 9) {
        let index = generator.rng.below(variables.len());
        let (name, ty) = (variables[index].name.clone(), variables[index].ty);
        match generator.rng.below(6) {
            0 => compound(generator, &name, ty, &variables),
            1 => step(generator, &name, ty),
            2 => overflow_builtin(generator, &name, ty, &variables),
            _ => {
                let value = generator.expression(ty, &variables, 3);
                line!(generator, "{name} = {value};");
            }
        }
    }
    for variable in &variables {
        generator.mix(&Type::Int(variable.ty), &variable.name);
    }
}

/// A compound assignment that cannot overflow.
fn compound(generator: &mut Gen, name: &str, ty: &'static Int, variables: &[Variable]) {
    let value = generator.expression(ty, variables, 2);
    let operator = generator.rng.pick(&["&", "|", "^"]);
    line!(generator, "{name} {operator}= {value};");
    let operator = generator.rng.pick(&["+", "-", "*"]);
    // The left operand is reduced so that no sum or product overflows.
    if ty.signed && ty.width(generator.ilp32) >= 32 {
        line!(generator, "{name} %= 1000;");
    }
    line!(
        generator,
        "{name} {operator}= {};",
        generator.rng.below(1000)
    );
    let amount = generator.rng.below(ty.width(generator.ilp32) as usize);
    line!(generator, "{name} >>= {amount};");
}

/// Increments and decrements of values in the middle of the range.
fn step(generator: &mut Gen, name: &str, ty: &'static Int) {
    if ty.name == "_Bool" {
        line!(generator, "{name} = !{name};");
        return;
    }
    line!(generator, "{name} /= 2;");
    let text = generator.rng.pick(&["++", "--"]);
    if generator.rng.one_in(2) {
        line!(generator, "mix((uint64_t)({name}{text}));");
    } else {
        line!(generator, "mix((uint64_t)({text}{name}));");
    }
}

/// Arithmetic builtins that report overflow.
fn overflow_builtin(generator: &mut Gen, name: &str, ty: &'static Int, variables: &[Variable]) {
    if ty.name == "_Bool" {
        return;
    }
    let (a, b) = (
        generator.expression(ty, variables, 1),
        generator.expression(ty, variables, 1),
    );
    let operation = generator.rng.pick(&["add", "sub", "mul"]);
    line!(
        generator,
        "mix(__builtin_{operation}_overflow({a}, {b}, &{name}));"
    );
}

impl Gen {
    /// An expression of a type over variables, without side effects.
    pub(super) fn expression(
        &mut self,
        ty: &'static Int,
        variables: &[Variable],
        depth: usize,
    ) -> String {
        if depth == 0 || self.rng.one_in(5) {
            return self.leaf(ty, variables);
        }
        let a = self.expression(ty, variables, depth - 1);
        let b = self.expression(ty, variables, depth - 1);
        let (name, work) = (ty.name, ty.work);
        let mask = ty.width(self.ilp32) - 1;
        match self.rng.below(12) {
            0 | 1 => {
                let operator = self.rng.pick(&["+", "-", "*"]);
                format!("({name})(({work}){a} {operator} ({work}){b})")
            }
            2 => format!("DIV({name}, {a}, {b})"),
            3 => format!("MOD({name}, {a}, {b})"),
            4 => format!("({name})(({work}){a} << ({b} & {mask}))"),
            5 => format!("({name})({a} >> ({b} & {mask}))"),
            6 => {
                let operator = self.rng.pick(&["&", "|", "^"]);
                format!("({name})({a} {operator} {b})")
            }
            7 => format!("({name})~{a}"),
            8 => format!("({name})(-({work}){a})"),
            9 => {
                let operator = self
                    .rng
                    .pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]);
                format!("({name})({a} {operator} {b})")
            }
            10 => {
                let condition = self.expression(ty, variables, depth - 1);
                format!("({name})({condition} ? {a} : {b})")
            }
            _ => self.bit_builtin(name, &a, &b),
        }
    }

    fn leaf(&mut self, ty: &'static Int, variables: &[Variable]) -> String {
        if variables.is_empty() || self.rng.one_in(3) {
            return format!("({})", ty.literal(&mut self.rng, self.ilp32));
        }
        let index = self.rng.below(variables.len());
        let variable = &variables[index];
        if variable.ty == ty {
            variable.name.clone()
        } else {
            format!("({}){}", ty.name, variable.name)
        }
    }

    /// A bit-counting or byte-moving builtin; arguments that must not be zero get a set bit.
    fn bit_builtin(&mut self, name: &str, a: &str, b: &str) -> String {
        match self.rng.below(9) {
            0 => format!("({name})__builtin_clz((unsigned){a} | 1u)"),
            1 => {
                format!("({name})__builtin_ctzll((unsigned long long){a} | 0x8000000000000000ull)")
            }
            2 => format!("({name})__builtin_popcountll((unsigned long long){a})"),
            3 => format!("({name})__builtin_bswap32((unsigned){a})"),
            4 => format!("({name})__builtin_bswap64((unsigned long long){b})"),
            5 => format!("({name})__builtin_ffs((int){a})"),
            6 => format!("({name})__builtin_parity((unsigned){b})"),
            7 => format!("({name})__builtin_bswap16((unsigned short){a})"),
            _ => format!("({name})__builtin_clzll((unsigned long long){b} | 1u)"),
        }
    }
}
