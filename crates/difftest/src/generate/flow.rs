//! Control flow: switches on all widths, computed goto, loops with every kind of jump.

use super::Gen;
use super::expressions::Variable;
use super::types::{INTS, Int, Type};

fn counter(generator: &mut Gen, ty: &'static Int) -> Variable {
    let name = generator.variable(&Type::Int(ty));
    Variable { name, ty }
}

/// Switches with fall-through, ranges and a default anywhere.
pub(super) fn switches(generator: &mut Gen) {
    let ty = generator.int();
    let ty = if ty.name == "_Bool" { INTS[5] } else { ty };
    let function = generator.name("f");
    let mut labels: Vec<i64> = vec![0, 1, 2, 5, 100, 127];
    if ty.signed {
        labels.extend([-1, -100]);
    } else {
        labels.extend([200, 255]);
    }
    let default = generator.rng.below(labels.len());
    let mut cases = String::new();
    for (index, label) in labels.iter().enumerate() {
        if index == default {
            cases.push_str("  default:\n    mix(1);\n");
        }
        let high = if *label == 5 { " ... 50" } else { "" };
        let end = generator.rng.pick(&[
            "    break;\n",
            "    return n + 1;\n",
            "    /* falls */\n",
            "    break;\n",
        ]);
        cases.push_str(&format!(
            "  case {label}{high}:\n    mix({});\n{end}",
            generator.rng.below(1000)
        ));
    }
    declare!(
        generator,
        "static int {function}({} x, int n) {{\n  switch (x) {{\n{cases}  }}\n  mix(77);\n  return n;\n}}",
        ty.name
    );
    let x = counter(generator, ty);
    line!(
        generator,
        "for (int i = 0, n = 0; i < {}; i++) {{",
        generator.rng.between(3, 20)
    );
    line!(
        generator,
        "  n = {function}(i % 3 ? ({})i : {}, n);",
        ty.name,
        x.name
    );
    let variables = [x];
    let next = generator.expression(ty, &variables, 2);
    line!(generator, "  {} = ({}){next};", variables[0].name, ty.name);
    generator.line("  mix((uint64_t)n);\n  }");
}

/// A small machine whose instructions are addresses of labels.
pub(super) fn computed_goto(generator: &mut Gen) {
    let function = generator.name("f");
    let ty = generator.rng.pick(&INTS[5..]);
    let variables = [
        Variable {
            name: "a".to_owned(),
            ty,
        },
        Variable {
            name: "b".to_owned(),
            ty,
        },
    ];
    let count = generator.rng.between(2, 5);
    let labels: Vec<String> = (0..count).map(|n| format!("&&op{n}")).collect();
    let mut operations = String::new();
    for index in 0..count {
        let value = generator.expression(ty, &variables, 2);
        let target = generator.rng.pick(&["a", "b"]);
        operations.push_str(&format!(
            "op{index}:\n  {target} = {value};\n  mix((uint64_t){target});\n  goto *(*++code < {count} ? labels[*code] : &&end);\n"
        ));
    }
    let name = ty.name;
    declare!(
        generator,
        "static {name} {function}(const unsigned char *code, {name} a, {name} b) {{\n  \
         static void *const labels[] = {{{}}};\n  goto *labels[*code];\n{operations}end:\n  return a ^ b;\n}}",
        labels.join(", ")
    );
    let mut code: Vec<String> = (0..generator.rng.between(2, 15))
        .map(|_| generator.rng.below(count).to_string())
        .collect();
    code.push("255".to_owned());
    let program = generator.name("g");
    declare!(
        generator,
        "static const unsigned char {program}[] = {{{}}};",
        code.join(", ")
    );
    let (a, b) = (
        ty.literal(&mut generator.rng, generator.ilp32),
        ty.literal(&mut generator.rng, generator.ilp32),
    );
    line!(generator, "mix((uint64_t){function}({program}, {a}, {b}));");
}

/// Nested loops of all forms with break, continue, goto, statement expressions and Duff's device.
pub(super) fn loops(generator: &mut Gen) {
    let ty = generator.rng.pick(&INTS[1..]);
    let variables = [counter(generator, ty), counter(generator, ty)];
    let (a, b) = (&variables[0].name, &variables[1].name);
    let (n, m) = (generator.rng.between(1, 8), generator.rng.between(1, 6));
    let end = generator.name("end");
    let first = generator.expression(ty, &variables, 2);
    let second = generator.expression(ty, &variables, 2);
    line!(
        generator,
        "for (unsigned i = 0; i < {n}; i++) {{\n    unsigned j = {m};\n    do {{"
    );
    line!(
        generator,
        "    if (({first}) & 1) {{ {a} = ({}){second}; continue; }}",
        ty.name
    );
    line!(
        generator,
        "    if (i * j == {}) goto {end};",
        generator.rng.below(30)
    );
    line!(
        generator,
        "    if (i + j == {}) break;",
        generator.rng.below(12)
    );
    let third = generator.expression(ty, &variables, 2);
    line!(
        generator,
        "    {b} = ({{ __auto_type t = {third}; mix(j); if (i == 3) t = {a}; ({})t; }});",
        ty.name
    );
    generator.line("  } while (--j);\n    mix(i * 10 + j);\n  }");
    line!(
        generator,
        "{end}:\n  mix((uint64_t){a}); mix((uint64_t){b});"
    );
    let (count, rounds) = (generator.name("n"), generator.name("n"));
    line!(
        generator,
        "unsigned {count} = {}, {rounds} = ({count} + 3) / 4;",
        generator.rng.between(1, 20)
    );
    line!(generator, "switch ({count} % 4) {{");
    generator.line("case 0: do { mix(40);");
    generator.line("case 3: mix(43);\n  case 2: mix(42);");
    line!(
        generator,
        "case 1: mix(41); }} while (--{rounds} > 0);\n  }}"
    );
    line!(generator, "mix(({a} ?: {b}) != 0);");
}
