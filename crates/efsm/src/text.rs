//! A machine as text for people.
//!
//! Terms are written like C expressions. Parts that are used more than once in an edge are named once, and
//! what would be too long is cut off with the number of terms that are not shown.

use crate::{Control, ControlKind, Edge, Machine, Passage};
use cassay_term::{Op, OpClass, Pool, Sort, TermId, post_order};
use std::collections::HashMap;
use std::fmt::Write;

/// The most characters of a term.
const LONGEST: usize = 400;

/// The whole machine.
pub fn text(machine: &Machine) -> String {
    let mut out = format!("machine: {}\n", machine.sizes());
    let print = Print::new(machine);
    for variable in machine.variables.iter() {
        let sort = sort(machine.pool.sort(variable.symbol));
        let _ = writeln!(out, "variable {}: {sort}", variable.name);
    }
    for input in &machine.inputs {
        let sort = sort(machine.pool.sort(*input));
        let _ = writeln!(out, "input {}: {sort}", print.term(*input));
    }
    let _ = writeln!(out, "start {}", print.term(machine.start));
    for (id, control) in machine.controls.iter_enumerated() {
        let _ = writeln!(out, "{id} {}", describe(control));
        let leaving = machine.edges.iter_enumerated();
        for (edge_id, edge) in leaving.filter(|(_, edge)| edge.from == id) {
            let to = &machine.controls[edge.to].name;
            let _ = writeln!(out, "  {edge_id} to {} {to}{}", edge.to, passage(edge));
            for line in print.edge(edge) {
                let _ = writeln!(out, "    {line}");
            }
        }
    }
    out
}

/// The name and kind of a control state.
pub(crate) fn describe(control: &Control) -> String {
    let name = &control.name;
    match &control.kind {
        ControlKind::Entry => format!("{name} (entry)"),
        ControlKind::LoopHead(of) => format!("{name} (head of loop {of})"),
        ControlKind::Point => name.clone(),
        ControlKind::Error(number) => format!("{name} (error {number})"),
        ControlKind::Open(number) => format!("{name} (not represented, {number})"),
        ControlKind::Sink => format!("{name} (end)"),
    }
}

fn passage(edge: &Edge) -> String {
    match edge.passage {
        Passage::Plain => String::new(),
        Passage::Call(site) => format!(" (call {site})"),
        Passage::Return(site) => format!(" (return {site})"),
    }
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "bool".into(),
        Sort::Bv(width) => format!("{width} bits"),
        Sort::Array { index, element } => format!("array of {element} bits by {index}"),
        Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => sort.to_string(),
    }
}

/// Writes terms of a machine.
pub struct Print<'a> {
    machine: &'a Machine,
    names: HashMap<TermId, &'a str>,
}

impl<'a> Print<'a> {
    /// For one machine.
    pub fn new(machine: &'a Machine) -> Print<'a> {
        let variables = machine.variables.iter();
        let names = variables.map(|variable| (variable.symbol, variable.name.as_str()));
        Print {
            machine,
            names: names.collect(),
        }
    }

    /// An edge without its ends: shared parts, the guard, the updates.
    pub fn edge(&self, edge: &Edge) -> Vec<String> {
        let mut roots = vec![edge.guard];
        roots.extend(edge.updates.iter().map(|(_, value)| *value));
        let shared = self.shared(&roots);
        let mut lines: Vec<String> = shared
            .order
            .iter()
            .map(|term| format!("let {} = {}", name(*term), self.write(*term, &shared, true)))
            .collect();
        if self.machine.pool.as_bool(edge.guard) != Some(true) {
            lines.push(format!("if {}", self.write(edge.guard, &shared, false)));
        }
        for (variable, value) in &edge.updates {
            let left = &self.machine.variables[*variable].name;
            lines.push(format!("{left} := {}", self.write(*value, &shared, false)));
        }
        lines
    }

    /// A term on one line.
    pub fn term(&self, term: TermId) -> String {
        self.write(term, &Shared::default(), false)
    }

    /// Terms with arguments that are used more than once below some terms.
    fn shared(&self, roots: &[TermId]) -> Shared {
        let pool = &self.machine.pool;
        let order = post_order(pool, roots);
        let mut uses: HashMap<TermId, usize> = HashMap::new();
        for term in &order {
            for arg in pool.args(*term) {
                *uses.entry(*arg).or_default() += 1;
            }
        }
        for root in roots {
            *uses.entry(*root).or_default() += 1;
        }
        let shared = order.into_iter().filter(|term| {
            let plain = *pool.op(*term) == Op::Not || pool.args(*term).is_empty();
            !plain && uses.get(term).is_some_and(|uses| *uses > 1)
        });
        Shared {
            order: shared.collect(),
        }
    }

    /// Writes a term without recursion, up to a length.
    fn write(&self, root: TermId, shared: &Shared, define: bool) -> String {
        enum Piece {
            Term(TermId),
            Text(String),
        }
        let mut out = String::new();
        let mut open = vec![Piece::Term(root)];
        let mut first = define;
        while let Some(piece) = open.pop() {
            if out.len() > LONGEST {
                let size = post_order(&self.machine.pool, &[root]).len();
                let _ = write!(out, "… ({size} terms)");
                return out;
            }
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Term(term) => {
                    let named = shared.order.binary_search(&term).is_ok();
                    let own = std::mem::replace(&mut first, false);
                    if named && !own {
                        out.push_str(&name(term));
                        continue;
                    }
                    let args = self.machine.pool.args(term);
                    if args.is_empty() {
                        out.push_str(&self.leaf(term));
                        continue;
                    }
                    let parts = form(&self.machine.pool, term);
                    let mut pieces = vec![Piece::Text(parts[0].clone())];
                    for (arg, text) in args.iter().zip(&parts[1..]) {
                        pieces.push(Piece::Term(*arg));
                        pieces.push(Piece::Text(text.clone()));
                    }
                    open.extend(pieces.into_iter().rev());
                }
            }
        }
        out
    }

    fn leaf(&self, term: TermId) -> String {
        let pool = &self.machine.pool;
        if let Some(value) = pool.as_bool(term) {
            return value.to_string();
        }
        if let Some(value) = pool.as_bv(term) {
            return value.signed_decimal();
        }
        match (self.names.get(&term), pool.symbol_name(term)) {
            (Some(name), _) => (*name).to_string(),
            (None, Some(name)) => name.to_string(),
            (None, None) => term.to_string(),
        }
    }
}

/// Terms that have a name, in order.
#[derive(Default)]
struct Shared {
    order: Vec<TermId>,
}

fn name(term: TermId) -> String {
    format!("{term}")
}

/// The texts before, between and behind the arguments of a term.
fn form(pool: &Pool, term: TermId) -> Vec<String> {
    let op = *pool.op(term);
    let infix = infix(op);
    if let Some(sign) = infix {
        return vec!["(".into(), format!(" {sign} "), ")".into()];
    }
    if op == Op::Not {
        return vec!["!".into(), String::new()];
    }
    if op.class() == OpClass::Choice {
        return vec!["(".into(), " ? ".into(), " : ".into(), ")".into()];
    }
    let (widths, count) = op.widths();
    let widths: Vec<String> = widths[..count].iter().map(u32::to_string).collect();
    let open = if widths.is_empty() {
        format!("{}(", op.name())
    } else {
        format!("{}[{}](", op.name(), widths.join(":"))
    };
    let mut parts = vec![open];
    for _ in 1..op.arity() {
        parts.push(", ".into());
    }
    parts.push(")".into());
    parts
}

/// How C writes an operator between its arguments. Orders that are unsigned are marked.
fn infix(op: Op) -> Option<&'static str> {
    let signs: [(Op, &str); 16] = [
        (Op::And, "&&"),
        (Op::Or, "||"),
        (Op::Xor, "!="),
        (Op::Eq, "=="),
        (Op::BvAdd, "+"),
        (Op::BvSub, "-"),
        (Op::BvMul, "*"),
        (Op::BvAnd, "&"),
        (Op::BvOr, "|"),
        (Op::BvXor, "^"),
        (Op::BvShl, "<<"),
        (Op::BvLshr, ">>"),
        (Op::BvUlt, "<u"),
        (Op::BvUle, "<=u"),
        (Op::BvSlt, "<"),
        (Op::BvSle, "<="),
    ];
    let found = signs.iter().find(|(other, _)| *other == op);
    found.map(|(_, sign)| *sign)
}
