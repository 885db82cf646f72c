//! Printing as SMT-LIB 2.6, linear in the number of distinct terms.
//!
//! Every term with arguments becomes one nullary `define-fun`, in post-order, so that sharing
//! survives and no line is deeply nested. Overflow predicates are written with operators of the
//! standard logic, because solvers differ on their names.

use std::fmt::Write;

use crate::smtlib_float;
use crate::smtlib_session::{ConstArrays, Definitions};
use crate::{Op, OpClass, Pool, TermId};

/// A complete script: logic, declarations, definitions, one assertion per root, `check-sat`.
pub fn script(pool: &Pool, assertions: &[TermId]) -> String {
    let mut written = String::new();
    let mut definitions = Definitions::new(ConstArrays::Any);
    let new = definitions.missing(pool, assertions);
    let floats = new.iter().any(|term| pool.op(*term).is_float());
    definitions.write(pool, &new, &mut written);
    let logic = if floats { "QF_ABVFP" } else { "QF_ABV" };
    let mut out = format!("(set-logic {logic})\n{written}");
    for root in assertions {
        let _ = writeln!(out, "(assert {})", reference(pool, *root));
    }
    out.push_str("(check-sat)\n");
    out
}

/// One term as an expression over `let`-free nested text, for messages and tests: shared parts
/// are printed once and then named by their id, and depth is bounded.
pub fn term_to_string(pool: &Pool, term: TermId) -> String {
    let mut out = String::new();
    write_nested(pool, term, 12, &mut out);
    out
}

fn write_nested(pool: &Pool, term: TermId, depth: u32, out: &mut String) {
    let args = pool.args(term);
    if args.is_empty() {
        out.push_str(&reference(pool, term));
    } else if depth == 0 {
        let _ = write!(out, "{term}");
    } else {
        out.push('(');
        out.push_str(&operator(*pool.op(term), pool, term));
        for arg in args {
            out.push(' ');
            write_nested(pool, *arg, depth - 1, out);
        }
        out.push(')');
    }
}

/// How a term is named where it is used: its literal, its symbol, or its definition.
pub fn reference(pool: &Pool, term: TermId) -> String {
    if let Some(value) = pool.as_bool(term) {
        return value.to_string();
    }
    if let Some(value) = pool.as_bv(term) {
        return value.smtlib();
    }
    match pool.symbol_name(term) {
        Some(name) => symbol(name, term),
        None => format!("$d{}", term.0),
    }
}

/// A quoted symbol; names that quoting cannot represent, or that could clash with a definition, are
/// replaced.
fn symbol(name: &str, term: TermId) -> String {
    let plain = name
        .chars()
        .all(|c| c != '|' && c != '\\' && (c.is_ascii_graphic() || c == ' '));
    if plain && !name.starts_with('$') {
        format!("|{name}|")
    } else {
        format!("$s{}", term.0)
    }
}

/// The definition of a term by its arguments.
pub(crate) fn body(pool: &Pool, term: TermId) -> String {
    let op = *pool.op(term);
    let args: Vec<String> = pool
        .args(term)
        .iter()
        .map(|arg| reference(pool, *arg))
        .collect();
    if op.class() == OpClass::Overflow {
        return overflow(op, pool.width(pool.args(term)[0]), &args[0], &args[1]);
    }
    format!("({} {})", operator(op, pool, term), args.join(" "))
}

/// An overflow predicate by exact computation: one bit more for sums, twice the bits for products.
fn overflow(op: Op, width: u32, a: &str, b: &str) -> String {
    let (extend, function) = match op {
        Op::BvUaddo => ("zero_extend", "bvadd"),
        Op::BvUmulo => ("zero_extend", "bvmul"),
        Op::BvSaddo => ("sign_extend", "bvadd"),
        Op::BvSsubo => ("sign_extend", "bvsub"),
        Op::BvSmulo => ("sign_extend", "bvmul"),
        _ => return format!("(bvult {a} {b})"),
    };
    let by = if function == "bvmul" { width } else { 1 };
    let wide = |x: &str| format!("((_ {extend} {by}) {x})");
    format!(
        "(distinct ({function} {} {}) ((_ {extend} {by}) ({function} {a} {b})))",
        wide(a),
        wide(b)
    )
}

fn operator(op: Op, pool: &Pool, term: TermId) -> String {
    let added = |to: u32| to - pool.width(pool.args(term)[0]);
    if op.class() == OpClass::Leaf {
        reference(pool, term)
    } else if op.class() == OpClass::Float {
        smtlib_float::name(op).unwrap_or_default()
    } else if let Op::BvExtract { hi, lo } = op {
        format!("(_ extract {hi} {lo})")
    } else if let Op::BvZext { to } = op {
        format!("(_ zero_extend {})", added(to))
    } else if let Op::BvSext { to } = op {
        format!("(_ sign_extend {})", added(to))
    } else if let Op::ConstArray { .. } = op {
        format!("(as const {})", pool.sort(term))
    } else {
        op.name().to_owned()
    }
}
