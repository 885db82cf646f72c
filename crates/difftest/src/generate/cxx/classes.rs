//! Hierarchies of classes: virtual functions, construction and destruction, casts, type information.

use crate::generate::Gen;
use std::fmt::Write;

/// How classes derive from each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Each from one other, at most.
    Tree,
    /// From several others, virtually.
    Diamonds,
    /// From classes of two trees.
    TwoTrees,
}

struct Class {
    bases: Vec<usize>,
    /// The class and all it derives from.
    is: Vec<usize>,
}

/// Classes, and objects of them that are used through pointers to their bases.
pub(super) fn hierarchy(generator: &mut Gen) {
    for header in ["typeinfo", "memory"] {
        generator.include(header);
    }
    let shape = match generator.rng.below(3) {
        0 => Shape::Tree,
        1 => Shape::Diamonds,
        _ => Shape::TwoTrees,
    };
    let count = generator.rng.between(3, 6);
    let mut classes: Vec<Class> = Vec::new();
    for number in 0..count {
        let class = derive(generator, shape, &classes, number + 1 == count);
        let text = declaration(generator, shape, &class, number);
        generator.declare(&text);
        classes.push(class);
    }
    for object in 0..generator.rng.between(2, 4) {
        let class = generator.rng.below(count);
        let lineage = &classes[class].is;
        let seen_as = lineage[generator.rng.below(lineage.len())];
        if generator.rng.one_in(4) {
            line!(generator, "C{class} o{object}({});", generator.rng.below(9));
            line!(generator, "C{seen_as} *p{object} = &o{object};");
        } else {
            line!(
                generator,
                "std::unique_ptr<C{seen_as}> u{object}(new C{class}({}));",
                generator.rng.below(9)
            );
            line!(generator, "C{seen_as} *p{object} = u{object}.get();");
        }
        for _ in 0..generator.rng.between(2, 4) {
            use_object(generator, count, object, class, seen_as);
        }
    }
}

/// Chooses the bases of the next class.
fn derive(generator: &mut Gen, shape: Shape, classes: &[Class], is_last: bool) -> Class {
    let number = classes.len();
    let mut bases = Vec::new();
    match shape {
        Shape::Tree if number > 0 && !generator.rng.one_in(4) => {
            bases.push(generator.rng.below(number));
        }
        Shape::Diamonds => {
            for _ in 0..generator.rng.between(1, 2).min(number) {
                let base = generator.rng.below(number);
                if !bases.contains(&base) {
                    bases.push(base);
                }
            }
        }
        Shape::TwoTrees if number > 1 && is_last => {
            bases.push(2 * generator.rng.below(number.div_ceil(2)));
            bases.push(2 * generator.rng.below(number / 2) + 1);
        }
        // Even classes are one tree, odd ones the other.
        Shape::TwoTrees if number > 1 => {
            let same = number / 2;
            bases.push(2 * generator.rng.below(same) + number % 2);
        }
        Shape::Tree | Shape::TwoTrees => {}
    }
    let mut is = vec![number];
    for base in &bases {
        for other in &classes[*base].is {
            if !is.contains(other) {
                is.push(*other);
            }
        }
    }
    Class { bases, is }
}

fn declaration(generator: &mut Gen, shape: Shape, class: &Class, number: usize) -> String {
    let how = match shape {
        Shape::Diamonds => "virtual ",
        Shape::Tree | Shape::TwoTrees => "",
    };
    let bases: Vec<String> = class
        .bases
        .iter()
        .map(|base| format!("public {how}C{base}"))
        .collect();
    let colon = if bases.is_empty() { "" } else { " : " };
    let mut text = format!("struct C{number}{colon}{} {{\n", bases.join(", "));
    let rng = &mut generator.rng;
    let _ = writeln!(text, "  unsigned m{number} = {};", rng.below(100));
    if rng.one_in(3) {
        let _ = writeln!(text, "  char pad{number}[{}] = {{1}};", rng.between(1, 20));
    }
    let initialisers: Vec<String> = match shape {
        // Virtual bases are made by the most derived class, without arguments.
        Shape::Diamonds => Vec::new(),
        Shape::Tree | Shape::TwoTrees => {
            let initialiser = |base| format!("C{base}(x + {number})");
            class.bases.iter().map(initialiser).collect()
        }
    };
    let colon = if initialisers.is_empty() { "" } else { " : " };
    let _ = writeln!(
        text,
        "  explicit C{number}(unsigned x = 3){colon}{} {{ m{number} += x; mix32({number}); mix32(v(x)); }}",
        initialisers.join(", ")
    );
    let _ = writeln!(
        text,
        "  virtual ~C{number}() {{ mix32(1000 + {number}); mix32(v(2)); }}"
    );
    // One final overrider is needed wherever several bases meet.
    if class.bases.len() != 1 || shape == Shape::Diamonds || !rng.one_in(3) {
        let calls: Vec<String> = class
            .bases
            .iter()
            .map(|base| format!(" + C{base}::v(x / 2)"))
            .collect();
        let _ = writeln!(
            text,
            "  virtual unsigned v(unsigned x) {{ return x * {} + m{number}{}; }}",
            rng.between(1, 50),
            calls.concat()
        );
    }
    text.push_str("};");
    text
}

/// A use of an object of class `class` through a pointer to `seen_as`.
fn use_object(generator: &mut Gen, count: usize, object: usize, class: usize, seen_as: usize) {
    let other = generator.rng.below(count);
    let x = generator.rng.below(50);
    match generator.rng.below(6) {
        0 => line!(generator, "mix32(p{object}->v({x}));"),
        1 => line!(
            generator,
            "if (auto *q = dynamic_cast<C{other} *>(p{object})) mix32(q->v({x}) ^ q->m{other}); else mix32(77);"
        ),
        2 => line!(
            generator,
            "try {{ mix32(dynamic_cast<C{other} &>(*p{object}).m{other}); }} catch (const std::bad_cast &) {{ mix32({x}); }}"
        ),
        3 => line!(
            generator,
            "mix32(typeid(*p{object}) == typeid(C{other})); mix32(typeid(p{object}) == typeid(C{other} *));"
        ),
        4 => line!(
            generator,
            "{{ unsigned (C{seen_as}::*f)(unsigned) = &C{seen_as}::v; unsigned C{seen_as}::*m = &C{seen_as}::m{seen_as}; p{object}->*m += {x}; mix32((p{object}->*f)(p{object}->*m)); }}"
        ),
        _ => line!(
            generator,
            "{{ C{class} copy(*dynamic_cast<C{class} *>(p{object})); copy.m{class} ^= {x}; mix32(copy.v(1)); C{seen_as} part(copy); mix32(part.v({x})); *p{object} = part; mix32(p{object}->v(1)); }}"
        ),
    }
}
