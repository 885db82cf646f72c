//! Functions that throw, catch, rethrow and unwind, with objects whose destructors show in which order.

use crate::generate::Gen;

/// What the functions throw and what destructors leave behind.
const PRELUDE: &str = "\
struct Guard {
  unsigned tag;
  explicit Guard(unsigned t) : tag(t) { mix32(t); }
  Guard(const Guard &other) : tag(other.tag + 1) { mix32(tag); }
  ~Guard() { mix32(tag + 1000); mix32(unsigned(std::uncaught_exceptions())); }
};
struct E0 { unsigned code; explicit E0(unsigned c) : code(c) {} virtual unsigned kind() const { return 0; } virtual ~E0() {} };
struct E1 : E0 { using E0::E0; unsigned kind() const override { return 1; } };
struct E2 : E1 { Guard held{70}; using E1::E1; unsigned kind() const override { return 2; } };
struct E3 : virtual E0 { explicit E3(unsigned c) : E0(c) {} unsigned kind() const override { return 3; } };
struct Part {
  Guard first;
  Guard rest[2];
  Guard last;
  static Guard checked(unsigned x, unsigned bad) { if (x == bad) throw E1(x); return Guard(x); }
  Part(unsigned x, unsigned bad) try : first(20), rest{checked(x, bad), checked(x + 1, bad)}, last(checked(x + 2, bad)) {
  } catch (const E0 &e) { mix32(e.code + 50); }
};
struct Array {
  static unsigned made;
  Guard guard{30};
  Array() { if (++made % 4 == 3) throw E2(made); }
};
unsigned Array::made;
static std::exception_ptr kept;
";

/// The exceptions that functions throw.
const THROWN: &[&str] = &[
    "int(x)",
    "x",
    "'c'",
    "\"text\"",
    "E0(x)",
    "E1(x + 1)",
    "E2(x)",
    "E3(x * 2)",
    "std::runtime_error(\"run\")",
    "std::out_of_range(\"range\")",
    "std::bad_alloc()",
];

/// Handlers: what they catch and what they learn from it.
const HANDLERS: &[(&str, &str)] = &[
    ("int e", "mix32(unsigned(e))"),
    ("unsigned e", "mix32(e + 1)"),
    ("char", "mix32(4)"),
    ("const char *e", "mix32(unsigned(e[1]))"),
    ("const E0 &e", "mix32(e.kind() * 10 + e.code)"),
    ("E1 &e", "e.code += 5; mix32(e.kind() + e.code)"),
    ("E2 e", "mix32(e.code + e.held.tag)"),
    ("E3 &e", "mix32(e.code)"),
    ("E0 e", "mix32(e.kind())"),
    ("const std::exception &e", "mix32(unsigned(e.what()[0]))"),
    ("const std::logic_error &e", "mix32(unsigned(e.what()[1]))"),
    ("std::bad_alloc &", "mix32(8)"),
];

/// Functions that call each other, and a `main` that calls the last with several values.
pub(super) fn functions(generator: &mut Gen) {
    for header in ["exception", "stdexcept", "new", "memory", "vector"] {
        generator.include(header);
    }
    generator.declare(PRELUDE);
    declare!(
        generator,
        "static unsigned f0(unsigned x) {{ if (x % 3 == 0) throw {}; return x; }}",
        generator.rng.pick(THROWN)
    );
    let count = generator.rng.between(2, 4);
    for number in 1..=count {
        let body = generator.collect(|generator| {
            line!(generator, "Guard guard({number});");
            line!(generator, "unsigned r = x;");
            for _ in 0..generator.rng.between(1, 3) {
                statement(generator, number, 0);
            }
            line!(generator, "return r;");
        });
        declare!(
            generator,
            "static unsigned f{number}(unsigned x) {{\n{body}}}"
        );
    }
    let handlers = handlers(generator, false);
    let runs = generator.rng.between(3, 6);
    line!(
        generator,
        "for (unsigned x = 0; x < {runs}; x++) {{ try {{ mix32(f{count}(x)); }} {handlers} catch (...) {{ mix32(99); }} }}"
    );
    let others = self::handlers(generator, false);
    line!(
        generator,
        "if (kept) try {{ std::rethrow_exception(kept); }} {others} catch (...) {{ mix32(98); }}"
    );
    line!(generator, "kept = nullptr;");
}

/// A statement of function `number`, which may call those before it.
fn statement(generator: &mut Gen, number: usize, depth: usize) {
    let modulus = generator.rng.between(2, 5);
    let rest = generator.rng.below(modulus);
    let callee = generator.rng.below(number);
    let factor = generator.rng.between(1, 4);
    match generator.rng.below(if depth < 2 { 8 } else { 4 }) {
        0 => line!(
            generator,
            "if (x % {modulus} == {rest}) throw {};",
            generator.rng.pick(THROWN)
        ),
        1 => line!(generator, "r += f{callee}(x * {factor} + 1);"),
        2 => line!(generator, "{{ Part part(x, {rest}); r += part.last.tag; }}"),
        3 => line!(
            generator,
            "{{ std::unique_ptr<Array[]> a(new Array[{modulus}]); r += a[0].guard.tag; }}"
        ),
        4 => line!(
            generator,
            "{{ std::vector<Guard> v; v.reserve(4); for (unsigned i = 0; i < {modulus}; i++) {{ v.emplace_back(i); if (i + x == {factor}) throw E3(i); }} r += unsigned(v.size()); }}"
        ),
        _ => {
            let mut body = generator.collect(|generator| {
                for _ in 0..generator.rng.between(1, 2) {
                    statement(generator, number, depth + 1);
                }
            });
            // Something in the block can throw, whatever else is in it.
            body.push_str(&format!("  r += f{callee}(x + {factor});\n"));
            let handlers = handlers(generator, true);
            line!(generator, "try {{\n{body}}} {handlers}");
        }
    }
}

/// Some handlers in any order; some that may throw again, if wanted.
fn handlers(generator: &mut Gen, may_throw: bool) -> String {
    let mut text = String::new();
    for _ in 0..generator.rng.between(1, 3) {
        let (what, learn) = HANDLERS[generator.rng.below(HANDLERS.len())];
        let then = match generator.rng.below(if may_throw { 8 } else { 4 }) {
            5 => "throw;",
            6 => "if (x % 2) throw E1(9);",
            7 => "try { throw 5; } catch (int) { if (x % 2) throw; }",
            3 => "kept = std::current_exception();",
            _ => "",
        };
        text.push_str(&format!("catch ({what}) {{ {learn}; {then} }} "));
    }
    if may_throw && generator.rng.one_in(4) {
        text.push_str("catch (...) { Guard inner(60); throw; }");
    }
    text
}
