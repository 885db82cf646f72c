//! Calls through tables of function pointers, and recursion.

use super::Gen;
use super::expressions::Variable;
use super::types::{INTS, Type};

/// Function pointers in arrays and structures, as arguments and results.
pub(super) fn tables(generator: &mut Gen) {
    let ty = generator.rng.pick(&INTS[1..]);
    let name = ty.name;
    let count = generator.rng.between(2, 5);
    let parameters = [
        Variable {
            name: "a".to_owned(),
            ty,
        },
        Variable {
            name: "b".to_owned(),
            ty,
        },
    ];
    let mut functions = Vec::new();
    for _ in 0..count {
        let function = generator.name("f");
        let value = generator.expression(ty, &parameters, 3);
        declare!(
            generator,
            "static {name} {function}({name} a, {name} b) {{\n  return {value};\n}}"
        );
        functions.push(function);
    }
    let (op, table, chooser) = (
        generator.name("op"),
        generator.name("t"),
        generator.name("f"),
    );
    declare!(generator, "typedef {name} {op}({name}, {name});");
    let entries: Vec<String> = functions
        .iter()
        .map(|function| format!("{{{}, {function}}}", generator.rng.below(50)))
        .collect();
    declare!(
        generator,
        "static const struct {{ char key; {op} *run; }} {table}[{count}] = {{{}}};",
        entries.join(", ")
    );
    declare!(
        generator,
        "static {op} *{chooser}(unsigned n) {{\n  return n % 2 ? {table}[n % {count}].run : &{};\n}}",
        functions[0]
    );
    let (a, b) = (
        generator.variable(&Type::Int(ty)),
        generator.variable(&Type::Int(ty)),
    );
    let index = generator.name("i");
    line!(
        generator,
        "for (unsigned {index} = 0; {index} < {}; {index}++) {{",
        generator.rng.between(2, 12)
    );
    line!(generator, "  {op} *run = {chooser}({index});");
    line!(
        generator,
        "  {a} = {table}[{index} % {count}].run({a}, {b});"
    );
    line!(
        generator,
        "  {b} = (*run)({b}, ({name}){table}[{index} % {count}].key);"
    );
    line!(
        generator,
        "  mix(run == {} || run != {table}[0].run);",
        functions[count - 1]
    );
    generator.line("}");
    generator.mix(&Type::Int(ty), &a);
    generator.mix(&Type::Int(ty), &b);
}

/// Functions that call themselves and each other, with locals whose addresses are passed down.
pub(super) fn recursion(generator: &mut Gen) {
    let ty = generator.rng.pick(&INTS[1..]);
    let name = ty.name;
    let (even, odd) = (generator.name("f"), generator.name("f"));
    let variables = [
        Variable {
            name: "*up".to_owned(),
            ty,
        },
        Variable {
            name: "local".to_owned(),
            ty,
        },
    ];
    declare!(generator, "static {name} {odd}(unsigned n, {name} *up);");
    for (this, other) in [(&even, &odd), (&odd, &even)] {
        let (first, last) = (
            generator.expression(ty, &variables[..1], 2),
            generator.expression(ty, &variables, 2),
        );
        declare!(
            generator,
            "static {name} {this}(unsigned n, {name} *up) {{\n  static unsigned calls;\n  \
             {name} local = {first};\n  calls++;\n  if (n == 0)\n    return local;\n  \
             *up = ({name})(({})*up + {other}(n - 1, &local));\n  mix(calls);\n  return {last};\n}}",
            ty.work
        );
    }
    let top = generator.variable(&Type::Int(ty));
    let depth = generator.rng.below(12);
    line!(generator, "mix((uint64_t){even}({depth}, &{top}));");
    line!(generator, "mix((uint64_t){odd}({}, &{top}));", depth / 2);
    generator.mix(&Type::Int(ty), &top);
}
