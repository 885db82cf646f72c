//! Programs that convert pointers to integers and back.
//!
//! A program has a few variables, elements of arrays, heap objects and functions. A *journey* takes
//! the address of one of them, passes it through integers, bytes, unions, tables, searches and
//! branches, converts it to a pointer again and writes, adds or calls through that. The generator
//! knows the target of each journey and so the value that every object must have; the program counts
//! the objects that have it. Nothing that depends on the addresses themselves is counted.

use super::Gen;

/// A program of this kind.
pub fn pointer_program(seed: u64, ilp32: bool) -> String {
    let mut generator = Gen::new(seed, ilp32);
    let mut journeys = Journeys::new(&mut generator);
    let count = journeys.generator.rng.between(2, 4);
    for number in 0..count {
        journeys.journey(number);
    }
    let body = journeys.body();
    let declarations = std::mem::take(&mut generator.declarations);
    format!(
        "#include \"own.h\"\n#include <stdlib.h>\n#include <string.h>\n\n{PRELUDE}{declarations}\
         int main(void) {{\n  conceal();\n  hash = 0;\n{body}  finish(hash);\n  return 0;\n}}\n"
    )
}

/// Declarations that the steps of journeys use.
const PRELUDE: &str = "\
#define BITS (8 * (int)sizeof(uintptr_t))
union image { int *pointer; uintptr_t number; unsigned char bytes[sizeof(int *)]; };
struct halves { unsigned low, high; };
static uintptr_t kept;
static union image kept_image;
static int *kept_pointer;
static void bump(void);
static void drop(void);
";

/// A possible target of a journey.
#[derive(Clone)]
struct Object {
    /// Its name as an lvalue.
    name: String,
    /// Its value.
    value: i64,
}

struct Journeys<'a> {
    generator: &'a mut Gen,
    objects: Vec<Object>,
    /// The count of the functions that are called by number.
    calls: i64,
}

impl<'a> Journeys<'a> {
    /// Declares the objects.
    fn new(generator: &'a mut Gen) -> Self {
        let mut objects = Vec::new();
        declare!(generator, "static int calls;");
        declare!(generator, "static void bump(void) {{ calls += 3; }}");
        declare!(generator, "static void drop(void) {{ calls -= 5; }}");
        let mut add = |name: String, value: i64| objects.push(Object { name, value });
        for number in 0..generator.rng.between(1, 2) {
            let value = generator.rng.below(90) as i64;
            declare!(generator, "static int g{number} = {value};");
            add(format!("g{number}"), value);
        }
        if generator.rng.one_in(2) {
            let value = generator.rng.below(90) as i64;
            let at = generator.rng.below(3);
            declare!(generator, "static int array[3] = {{7, 7, 7}};");
            line!(generator, "array[{at}] = {value};");
            for index in 0..3 {
                add(
                    format!("array[{index}]"),
                    if index == at { value } else { 7 },
                );
            }
        }
        for number in 0..generator.rng.between(1, 2) {
            let value = generator.rng.below(90) as i64;
            line!(generator, "int l{number} = {value};");
            add(format!("l{number}"), value);
        }
        if generator.rng.one_in(2) {
            let value = generator.rng.below(90) as i64;
            line!(generator, "int *heap = malloc(sizeof *heap);");
            line!(generator, "*heap = {value};");
            add("(*heap)".to_owned(), value);
        }
        Journeys {
            generator,
            objects,
            calls: 0,
        }
    }

    /// The statements, with the count at the end.
    fn body(self) -> String {
        let generator = self.generator;
        for object in &self.objects {
            line!(generator, "hash += {} == {};", object.name, object.value);
        }
        line!(generator, "hash += calls == {};", self.calls);
        if self.objects.iter().any(|object| object.name == "(*heap)") {
            line!(generator, "free(heap);");
        }
        std::mem::take(&mut generator.body)
    }

    fn journey(&mut self, number: usize) {
        if self.generator.rng.one_in(5) {
            return self.call(number);
        }
        let goal = self.generator.rng.below(self.objects.len());
        let name = self.objects[goal].name.clone();
        line!(self.generator, "{{");
        line!(self.generator, "int *p = &{name};");
        for _ in 0..self.generator.rng.between(1, 2) {
            self.carry_pointer();
        }
        self.act(goal);
        line!(self.generator, "}}");
    }

    /// Uses `p`, which points to the target.
    fn act(&mut self, goal: usize) {
        let value = self.generator.rng.below(90) as i64;
        let times = self.generator.rng.between(1, 3) as i64;
        let object = &mut self.objects[goal];
        match self.generator.rng.below(4) {
            0 => {
                line!(self.generator, "*p = {value};");
                object.value = value;
            }
            1 => {
                line!(self.generator, "*p += {value};");
                object.value += value;
            }
            2 => {
                // In symbolic programs only a solver can find the end of this loop.
                line!(
                    self.generator,
                    "for (int i = 0; i < {times} + opaque; i++) *p += 2;"
                );
                object.value += 2 * times;
            }
            _ => {
                line!(self.generator, "hash += *p == {};", object.value);
            }
        }
    }

    /// A step of the pointer `p`, mostly through the integer `n`.
    fn carry_pointer(&mut self) {
        match self.generator.rng.below(8) {
            0 => self.through_bytes(),
            1 => self.through_union(),
            2 => self.through_table(),
            3 => {
                let text = "kept_pointer = p; p = 0; if (!opaque) p = kept_pointer;";
                self.generator.line(text);
            }
            _ => {
                line!(self.generator, "{{");
                line!(self.generator, "uintptr_t n = (uintptr_t)p;");
                for _ in 0..self.generator.rng.between(1, 2) {
                    self.carry_number();
                }
                line!(self.generator, "p = (int *)n;");
                line!(self.generator, "}}");
            }
        }
    }

    /// A computation on `n` that does not change it.
    fn carry_number(&mut self) {
        let other = self.generator.rng.below(self.objects.len());
        let other = self.objects[other].name.clone();
        let key = self.generator.rng.bits() as u32;
        let text = match self.generator.rng.below(14) {
            0 => format!("n = (n + {key}u) - {key}u;"),
            1 => format!("n ^= {key}u; n ^= (uintptr_t){key}u ^ opaque;"),
            2 => "n = ~n; kept = n; n = ~kept;".to_owned(),
            // A product with an odd number and its inverse.
            3 => "n *= 3; n *= (uintptr_t)-1 / 3 * 2 + 1;".to_owned(),
            4 => "{ uintptr_t m = 0; for (int i = 0; i < BITS; i++) if (n >> i & 1) m |= (uintptr_t)1 \
                  << i; n = m; }"
                .to_owned(),
            5 => "{ uintptr_t m = 0; for (int i = BITS - 1; i >= 0; i--) { m <<= 1; if (n >> i & 1) m++; } \
                  n = m; }"
                .to_owned(),
            6 => format!("{{ uintptr_t link = n ^ (uintptr_t)&{other}; n = link ^ (uintptr_t)&{other}; }}"),
            7 => "n |= 1; n |= 2; n &= ~(uintptr_t)3;".to_owned(),
            8 => format!("{{ uintptr_t d = n - (uintptr_t)&{other}; n = (uintptr_t)&{other} + d; }}"),
            9 => "{ struct halves h = {(unsigned)n, (unsigned)(n >> (BITS / 2) >> (32 - BITS / 2))}; n = \
                  h.low; if (BITS > 32) n |= (uintptr_t)h.high << (BITS / 2); }"
                .to_owned(),
            10 => self.through_call(),
            11 => "{ uintptr_t m = n; if (opaque) m = 0; else if (m == n) m = n; n = m; }".to_owned(),
            12 => self.search(),
            _ => "{ uintptr_t low = 0; for (uintptr_t i = 0; i < 16; i++) if ((n & 15) == i) low = i; n = (n \
                  & ~(uintptr_t)15) | low; }"
                .to_owned(),
        };
        self.generator.line(&text);
    }

    /// A search for the object with the address.
    fn search(&mut self) -> String {
        let names: Vec<String> = self
            .objects
            .iter()
            .map(|o| format!("&{}", o.name))
            .collect();
        format!(
            "{{ int *all[] = {{{}}}; uintptr_t m = 0; for (int i = 0; i < {}; i++) if ((uintptr_t)all[i] == n) \
             m = (uintptr_t)all[i]; n = m; }}",
            names.join(", "),
            names.len()
        )
    }

    fn through_call(&mut self) -> String {
        let name = self.generator.name("carry");
        let text = match self.generator.rng.below(3) {
            0 => "return n;",
            1 => "kept = n; return opaque ? 0 : kept;",
            _ => "uintptr_t a = n / 2, b = n % 2; return a + a + b;",
        };
        declare!(
            self.generator,
            "static uintptr_t {name}(uintptr_t n) {{ {text} }}"
        );
        format!("n = {name}(n);")
    }

    fn through_bytes(&mut self) {
        let text = match self.generator.rng.below(4) {
            0 => "for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];",
            1 => "for (unsigned i = sizeof p; i-- > 0;) to[i] = from[i] ^ opaque;",
            2 => {
                "{ unsigned char table[256]; for (int i = 0; i < 256; i++) table[i] = i; for (unsigned i = 0; i \
                 < sizeof p; i++) to[i] = table[from[i]]; }"
            }
            _ => {
                "for (unsigned i = 0; i < sizeof p; i++) { unsigned char b = 0; for (int k = 0; k < 8; k++) if \
                 (from[i] >> k & 1) b |= 1 << k; to[i] = b; }"
            }
        };
        line!(
            self.generator,
            "{{ unsigned char from[sizeof p], to[sizeof p]; memcpy(from, &p, sizeof p); p = 0;"
        );
        self.generator.line(text);
        line!(self.generator, "memcpy(&p, to, sizeof p); }}");
    }

    fn through_union(&mut self) {
        let text = match self.generator.rng.below(4) {
            0 => "{ union image i; i.pointer = p; i.number += opaque; p = i.pointer; }",
            1 => "{ union image i; i.number = (uintptr_t)p; p = i.pointer; }",
            2 => {
                "{ union image i, j; i.pointer = p; for (unsigned k = 0; k < sizeof p; k++) j.bytes[k] = \
                 i.bytes[k]; p = j.pointer; }"
            }
            _ => {
                "kept_image.pointer = p; kept_image.number ^= 12; kept_image.number ^= 12; p = \
                  kept_image.pointer;"
            }
        };
        self.generator.line(text);
    }

    /// A lookup in a table of pointers.
    fn through_table(&mut self) {
        let names: Vec<String> = self
            .objects
            .iter()
            .map(|o| format!("&{}", o.name))
            .collect();
        let compare = match self.generator.rng.below(3) {
            0 => "table[i] == p",
            1 => "(uintptr_t)table[i] == (uintptr_t)p",
            _ => "!memcmp(&table[i], &p, sizeof p)",
        };
        line!(
            self.generator,
            "{{ int *table[] = {{{}}}; int at = 0; for (int i = 0; i < {}; i++) if ({compare}) at = i; p = \
             table[at + opaque]; }}",
            names.join(", "),
            names.len()
        );
    }

    /// Calls one of the functions by a number.
    fn call(&mut self, number: usize) {
        let (name, effect) = match self.generator.rng.below(2) {
            0 => ("bump", 3),
            _ => ("drop", -5),
        };
        self.calls += effect;
        line!(self.generator, "{{");
        line!(self.generator, "uintptr_t n = (uintptr_t)&{name};");
        self.carry_function();
        line!(
            self.generator,
            "void (*f{number})(void) = (void (*)(void))n;\n  f{number}();"
        );
        line!(self.generator, "}}");
    }

    /// A step of a function's address, which never compares it with addresses of objects.
    fn carry_function(&mut self) {
        let text = match self.generator.rng.below(4) {
            0 => "n = ~n; kept = n; n = ~kept;",
            1 => {
                "{ uintptr_t m = 0; for (int i = 0; i < BITS; i++) if (n >> i & 1) m |= (uintptr_t)1 << i; n = \
                 m; }"
            }
            2 => {
                "{ uintptr_t all[] = {(uintptr_t)&bump, (uintptr_t)&drop}; int at = 0; for (int i = 0; i < 2; \
                 i++) if (all[i] == n) at = i; n = all[at]; }"
            }
            _ => "if (n == (uintptr_t)&drop) n = (uintptr_t)&drop; else n = (uintptr_t)&bump;",
        };
        self.generator.line(text);
    }
}
