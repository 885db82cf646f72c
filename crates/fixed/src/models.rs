//! Library models under fixed point.
//!
//! A model that computes with floating-point numbers is correct for fixed-point ones only if it
//! uses nothing but arithmetic and comparisons. Those are listed; some functions have a replacement
//! body here; every other model with numbers is refused by name, so that a new one is refused until
//! it has been reviewed.

use crate::Wanted;
use crate::own::{self, Own};
use crate::rewrite;
use crate::types::TypeMap;
use cassay_base::IndexVec;
use cassay_ir::{
    Block, FixedFormats, FloatOp, FuncId, Function, Program, Stmt, StmtKind, Terminator,
};

/// Models for each of the three floating-point types of C: with no suffix, `f` and `l`.
const OF_EACH_TYPE: &[&str] = &[
    "fabs",
    "copysign",
    "fmin",
    "fmax",
    "fdim",
    "fma",
    "floor",
    "ceil",
    "trunc",
    "round",
    "roundeven",
    "rint",
    "nearbyint",
    "modf",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "__isnan",
    "isnan",
    "__isinf",
    "isinf",
    "__finite",
    "finite",
    "__fpclassify",
    "__signbit",
    "creal",
    "cimag",
    "conj",
    "cproj",
];

/// Other models whose arithmetic is correct for fixed-point numbers, or that only pass numbers on.
const OTHERS: &[&str] = &[
    "__muldc3",
    "__mulsc3",
    "__mulxc3",
    "difftime",
    "unit",
    "drand48",
    "erand48",
    "take",
    "format_all",
    "float_argument",
    "scan",
    "store_float",
];

/// Functions for each of the three types that are one operation on fixed-point numbers, with claims
/// where IEEE 754 has NaN. None sets `errno`.
const OWN: &[(&str, Own)] = &[
    ("sqrt", Own::Operation(FloatOp::Sqrt)),
    ("fmod", Own::Operation(FloatOp::Fmod)),
    ("remainder", Own::Operation(FloatOp::Remainder)),
    ("drem", Own::Operation(FloatOp::Remainder)),
    ("nextafter", Own::Neighbour),
    ("ldexp", Own::Scaled),
    ("scalbn", Own::Scaled),
    ("scalbln", Own::Scaled),
];

/// Rewrites a function, gives it another body, or refuses it.
pub(crate) fn replace_or_rewrite(
    program: &mut Program,
    map: &TypeMap,
    formats: &FixedFormats,
    wanted: Wanted,
    id: FuncId,
) {
    let function = &program.functions[id];
    if !function.model || !has_numbers(function, map) {
        return rewrite::function(program, map, formats, wanted, id);
    }
    let name = function.name.clone();
    let own = OWN.iter().find(|(base, _)| is_of_each_type(&name, base));
    let result = match own {
        Some((_, what)) => own::result(function, &program.types, formats, *what),
        None if is_listed(&name) => {
            return rewrite::function(program, map, formats, wanted, id);
        }
        None => None,
    };
    match result {
        Some(own::Returned::Value(value)) => {
            one_block(program, id, Vec::new(), Terminator::Return(Some(value)));
        }
        Some(own::Returned::Scaled(kind, width)) => {
            one_block(program, id, Vec::new(), Terminator::Return(None));
            return own::scaled(program, map, formats, wanted, id, kind, width);
        }
        None => {
            let what = StmtKind::Unsupported(format!("`{name}` on fixed-point numbers").into());
            one_block(program, id, vec![what], Terminator::Unreachable);
        }
    }
    rewrite::function(program, map, formats, wanted, id);
}

/// Replaces a body. Its place is that of the call, where that is one place.
fn one_block(program: &mut Program, id: FuncId, stmts: Vec<StmtKind>, terminator: Terminator) {
    let function = &mut program.functions[id];
    let places = function.blocks.iter().flat_map(|block| &block.stmts);
    let mut known = places.map(|stmt| stmt.span).filter(|span| span.is_known());
    let span = known.next().unwrap_or(function.span);
    let stmts = stmts.into_iter().map(|kind| Stmt { kind, span });
    let mut blocks = IndexVec::new();
    blocks.push(Block {
        stmts: stmts.collect(),
        terminator,
        span,
    });
    function.blocks = blocks;
    function.locals = IndexVec::new();
}

fn has_numbers(function: &Function, map: &TypeMap) -> bool {
    function.temps.iter().any(|temp| map.is_float(temp.ty))
        || function.locals.iter().any(|local| map.is_float(local.ty))
}

fn is_of_each_type(name: &str, base: &str) -> bool {
    let suffix = name.strip_prefix(base);
    suffix.is_some_and(|suffix| ["", "f", "l"].contains(&suffix))
}

fn is_listed(name: &str) -> bool {
    let of_each_type = OF_EACH_TYPE.iter().any(|base| is_of_each_type(name, base));
    of_each_type || OTHERS.contains(&name)
}
