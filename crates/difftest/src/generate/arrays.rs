//! Arrays of run-time size, on the stack and on the heap, and walks by pointers.

use super::Gen;
use super::types::{INTS, Type};

/// Variable-length arrays of one and two dimensions, and `alloca`.
pub(super) fn run_time_size(generator: &mut Gen) {
    let ty = generator.rng.pick(&INTS[1..]);
    let (function, name) = (generator.name("f"), ty.name);
    declare!(
        generator,
        "static unsigned long long {function}(int n, int m, {name} grid[n][m]) {{\n  \
         unsigned long long sum = sizeof grid[0];\n  for (int i = 0; i < n; i++)\n    \
         for (int j = 0; j < m; j++)\n      sum = sum * 3 + (unsigned long long)grid[i][j];\n  return sum;\n}}"
    );
    let (n, m) = (generator.rng.between(1, 6), generator.rng.between(1, 5));
    let (rows, columns) = (generator.name("n"), generator.name("n"));
    line!(generator, "int {rows} = {n}, {columns} = {m};");
    let (grid, line, stack) = (
        generator.name("a"),
        generator.name("a"),
        generator.name("a"),
    );
    line!(generator, "{name} {grid}[{rows}][{columns}];");
    let start = generator.variable(&Type::Int(ty));
    line!(
        generator,
        "for (int i = 0; i < {rows}; i++)\n    for (int j = 0; j < {columns}; j++)\n      \
         {grid}[i][j] = ({name})(({}){start} + (unsigned)(i * 7 + j));",
        ty.work
    );
    line!(generator, "mix({function}({rows}, {columns}, {grid}));");
    line!(generator, "for (int k = 1; k < {n} + 2; k++) {{");
    line!(generator, "  {name} {line}[k + {columns}];");
    line!(
        generator,
        "  for (int i = 0; i < k + {columns}; i++)\n      {line}[i] = (i % 2 ? {start} : {grid}[k % {rows}][i % {columns}]);"
    );
    line!(generator, "  mix((uint64_t){line}[k] + sizeof {line});");
    generator.line("}");
    line!(
        generator,
        "{name} *{stack} = __builtin_alloca({rows} * sizeof *{stack});"
    );
    line!(
        generator,
        "__builtin_memcpy({stack}, {grid}, sizeof *{stack});"
    );
    line!(
        generator,
        "for (int i = 1; i < {rows}; i++)\n    {stack}[i] = ({name})(({}){stack}[i - 1] * 3u);",
        ty.work
    );
    line!(generator, "mix((uint64_t){stack}[{rows} - 1]);");
}

/// Blocks of memory from `malloc`, with flexible array members.
pub(super) fn heap(generator: &mut Gen) {
    generator.include("stdlib.h");
    let ty = generator.rng.pick(&INTS[1..]);
    let (tag, name) = (generator.name("s"), ty.name);
    declare!(
        generator,
        "struct {tag} {{\n  struct {tag} *next;\n  unsigned char count;\n  {name} items[];\n}};"
    );
    let (list, sum) = (generator.name("v"), generator.name("v"));
    line!(generator, "struct {tag} *{list} = 0;");
    line!(generator, "uint64_t {sum} = sizeof(struct {tag});");
    let start = generator.variable(&Type::Int(ty));
    line!(
        generator,
        "for (unsigned i = 0; i < {}; i++) {{",
        generator.rng.between(1, 6)
    );
    line!(
        generator,
        "  struct {tag} *node = malloc(sizeof *node + (i + 1) * sizeof *node->items);"
    );
    generator.line("  if (!node)\n      break;");
    line!(
        generator,
        "  node->next = {list};\n    node->count = (unsigned char)(i + 1);"
    );
    line!(
        generator,
        "  for (unsigned j = 0; j <= i; j++)\n      node->items[j] = ({name})(({}){start} * (j + 3u) + i);\n    {list} = node;\n  }}",
        ty.work
    );
    line!(
        generator,
        "while ({list}) {{\n    struct {tag} *next = {list}->next;"
    );
    line!(
        generator,
        "  for (unsigned j = 0; j < {list}->count; j++)\n      {sum} = {sum} * 31 + (uint64_t){list}->items[j];"
    );
    line!(
        generator,
        "  free({list});\n    {list} = next;\n  }}\n  mix({sum});"
    );
    let zeros = generator.name("v");
    let count = generator.rng.between(1, 9);
    line!(
        generator,
        "{name} *{zeros} = calloc({count}, sizeof *{zeros});"
    );
    line!(
        generator,
        "if ({zeros}) {{\n    {zeros}[{}] = {start};",
        generator.rng.below(count)
    );
    line!(
        generator,
        "  for (int i = 0; i < {count}; i++)\n      mix((uint64_t){zeros}[i]);\n    free({zeros});\n  }}"
    );
}

/// Pointer arithmetic, comparison and subtraction; copies and fills of parts of arrays.
pub(super) fn walks(generator: &mut Gen) {
    let ty = generator.rng.pick(&INTS[1..]);
    let name = ty.name;
    let count = generator.rng.between(6, 14);
    let (array, p, q) = (
        generator.name("a"),
        generator.name("p"),
        generator.name("p"),
    );
    line!(generator, "{name} {array}[{count}];");
    line!(
        generator,
        "{name} *{p} = {array}, *{q} = {array} + {count};"
    );
    let start = generator.variable(&Type::Int(ty));
    line!(
        generator,
        "while ({p} < {q})\n    *{p}++ = ({name})(({}){start} + (unsigned)({q} - {p}));",
        ty.work
    );
    for _ in 0..generator.rng.between(2, 6) {
        let (a, b) = (generator.rng.below(count), generator.rng.below(count));
        let length = generator.rng.below(count - a.max(b) + 1);
        let text = match generator.rng.below(6) {
            0 => format!(
                "__builtin_memmove({array} + {a}, {array} + {b}, {length} * sizeof *{array});"
            ),
            1 => format!(
                "__builtin_memset({array} + {a}, {}, {length} * sizeof *{array});",
                generator.rng.below(256)
            ),
            2 => format!(
                "{p} = &{array}[{a}]; {q} = {p} - {}; mix((uint64_t)({q} - {array}));",
                generator.rng.below(a + 1)
            ),
            3 => format!(
                "mix(&{array}[{a}] < &{array}[{b}]); mix((uint64_t)(&{array}[{a}] - &{array}[{b}]));"
            ),
            4 => {
                format!("for ({p} = {array} + {count}; {p}-- > {array};)\n    mix((uint64_t)*{p});")
            }
            _ => format!(
                "{p} = {array} + {a}; mix((uint64_t)({p}[-{}] + {b}[{array}]));",
                generator.rng.below(a + 1)
            ),
        };
        generator.line(&text);
    }
    line!(
        generator,
        "for (int i = 0; i < {count}; i++)\n    mix((uint64_t){array}[i]);"
    );
}
