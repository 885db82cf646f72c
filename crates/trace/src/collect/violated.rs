//! What there is to say about a violated claim: its numbers, the values that it names, and its objects.

use super::Collector;
use super::story::object_of;
use crate::account::{Cause, Extent, Fact, Fate, Operand, Related};
use crate::names::SourceNames;
use crate::place::ctype_bits;
use crate::step::Shown;
use cassay_bv::Bv;
use cassay_interp::{Activation, Context, Memory, ObjectKind, Site, Value};
use cassay_ir::{
    CType, CTypeTable, Expr, FuncId, MemoryPredicate, OverflowOp, PropertyClass, START, StmtKind,
    TempId, Terminator,
};

/// So many values are named.
const FACTS: usize = 8;
/// So many branches of the line of a claim are looked at.
const ALTERNATIVES: usize = 3;
/// So many functions outwards the condition of an error is looked for.
const OUTWARDS: usize = 3;

/// What the interpreter tells of a violation.
pub(super) struct Told<'a> {
    pub(super) parts: &'a [(Expr, Value)],
    pub(super) activations: &'a [Activation],
    pub(super) lost: Option<u64>,
}

impl Told<'_> {
    fn value(&self, expr: &Expr) -> Option<&Value> {
        let mut parts = self.parts.iter();
        parts.find(|(part, _)| part == expr).map(|(_, value)| value)
    }

    fn bits(&self, expr: &Expr) -> Option<Bv> {
        match self.value(expr)? {
            Value::Int(bits) => Some(bits.clone()),
            Value::Float(..) | Value::Pointer(_) | Value::Address(_) | Value::Aggregate(_) => None,
        }
    }
}

impl<'p> Collector<'p> {
    /// The claim at the site of the context does not hold.
    pub(super) fn violated(&mut self, told: &Told<'_>, context: &Context<'_>) {
        self.tell_calls(context.memory);
        if let Some(object) = told.lost {
            self.tell_object(context.memory, object, &[Fate::Allocated]);
        }
        let Some(StmtKind::Assert { cond, property, .. }) = self.statement(context.site) else {
            return;
        };
        // How an end is told from an element says nothing about the program.
        if property.class != PropertyClass::Iterator {
            self.account.cause = self.cause(cond, told, context);
        }
        self.tell_facts(cond, told, context);
    }

    fn names(&self, site: Site) -> Option<SourceNames<'p>> {
        let function = self.program.functions.get(site.function)?;
        Some(SourceNames {
            program: self.program,
            function,
        })
    }

    /// The part of a claim that says what it is about, with its numbers.
    fn cause(&mut self, cond: &'p Expr, told: &Told<'_>, context: &Context<'_>) -> Option<Cause> {
        let names = self.names(context.site)?;
        let mut todo = vec![cond];
        let mut comparison = None;
        let mut seen = 0;
        while let Some(expr) = todo.pop() {
            seen += 1;
            if seen > 64 {
                break;
            }
            match expr {
                Expr::Memory(predicate, pointer, size) => {
                    return self.about_memory(*predicate, (pointer, size), told, context);
                }
                Expr::Overflow(op, left, right) => {
                    let left = operand(names, told, left)?;
                    let right = operand(names, told, right)?;
                    if overflows(*op, &left.bits, &right.bits) {
                        return Some(Cause::Overflow {
                            op: *op,
                            left,
                            right,
                        });
                    }
                }
                Expr::Compare(op, left, right) if comparison.is_none() => {
                    let fails = told.bits(expr).is_some_and(|bits| bits.is_zero());
                    if fails
                        && let (Some(left), Some(right)) =
                            (operand(names, told, left), operand(names, told, right))
                    {
                        comparison = Some(Cause::Comparison {
                            op: *op,
                            left,
                            right,
                        });
                    }
                }
                Expr::Temp(temp) => {
                    if let Some(StmtKind::Assign { value, .. }) = names.definition(*temp) {
                        todo.push(value);
                    }
                }
                other => {
                    let first = todo.len();
                    other.operands(|operand| todo.push(operand));
                    todo[first..].reverse();
                }
            }
        }
        comparison
    }

    fn about_memory(
        &mut self,
        predicate: MemoryPredicate,
        (pointer, size): (&'p Expr, &'p Expr),
        told: &Told<'_>,
        context: &Context<'_>,
    ) -> Option<Cause> {
        let names = self.names(context.site)?;
        let value = told.value(pointer)?;
        let memory = context.memory;
        let object = object_of(value);
        let bytes = told.bits(size).and_then(|bits| bits.to_u64());
        if let Some((number, _)) = object {
            let fates: &[Fate] = match predicate {
                MemoryPredicate::NotFreed | MemoryPredicate::NotDoublyFreed => {
                    &[Fate::Allocated, Fate::Freed]
                }
                MemoryPredicate::NotExpired => &[Fate::Declared, Fate::Expired],
                MemoryPredicate::NotNull
                | MemoryPredicate::IsObject
                | MemoryPredicate::InBounds
                | MemoryPredicate::Writable
                | MemoryPredicate::Freeable
                | MemoryPredicate::OfFamily
                | MemoryPredicate::IsFunction
                | MemoryPredicate::Aligned
                | MemoryPredicate::NoWriter
                | MemoryPredicate::NoUser
                | MemoryPredicate::Unchanged
                | MemoryPredicate::InOrder => &[Fate::Declared, Fate::Allocated],
            };
            self.tell_object(memory, number, fates);
        }
        Some(Cause::Memory {
            predicate,
            pointer: names.base(pointer).map(|named| named.text),
            value: self
                .value_of(value, CTypeTable::UNKNOWN, memory)
                .unwrap_or_default(),
            bytes: bytes.filter(|_| predicate != MemoryPredicate::OfFamily),
            object: object.and_then(|(object, offset)| self.extent(memory, object, offset)),
        })
    }

    /// Name, size and elements of an object.
    fn extent(&self, memory: &Memory, object: u64, offset: i64) -> Option<Extent> {
        let data = memory.object(object)?;
        let heap = data.kind.is_heap();
        let named = self.objects.named(self.program, memory, object);
        let (name, ctype, elements) = match named {
            Some(named) => (named.name, named.ctype, named.elements),
            None => (String::new(), CTypeTable::UNKNOWN, false),
        };
        let element = match self.program.ctypes.resolve(ctype) {
            _ if elements => ctype_bits(self.program, ctype),
            CType::Array { elem, .. } => ctype_bits(self.program, *elem),
            _ => None,
        };
        let element = element.map(|bits| bits / 8).filter(|size| *size > 0);
        Some(Extent {
            object: name,
            heap,
            size: data.size,
            elements: element.map(|size| (size, data.size / size)),
            offset,
        })
    }

    /// Tells where an object comes from, and where it went.
    fn tell_object(&mut self, memory: &Memory, object: u64, wanted: &[Fate]) {
        let named = self.objects.named(self.program, memory, object);
        let name = named.map_or_else(String::new, |named| named.name);
        let kind = memory.object(object).map(|data| data.kind);
        let declared = match kind {
            Some(ObjectKind::Global(id)) => {
                let global = self.program.globals.get(id);
                global.map(|global| (global.span, "".into()))
            }
            Some(ObjectKind::Local(function, local)) => {
                let function = self.program.functions.get(function);
                function.and_then(|function| {
                    let local = function.locals.get(local)?;
                    Some((local.span, function.name.clone()))
                })
            }
            Some(ObjectKind::Alloc(_) | ObjectKind::Contents) | None => None,
        };
        for fate in wanted {
            let found: Vec<Related> = match fate {
                Fate::Declared => declared
                    .clone()
                    .into_iter()
                    .map(|(span, function)| Related {
                        fate: Fate::Declared,
                        object: String::new(),
                        span,
                        function,
                    })
                    .collect(),
                Fate::Allocated if !kind.is_some_and(|kind| kind.is_heap()) => Vec::new(),
                Fate::Allocated | Fate::Freed | Fate::Expired => {
                    let all = self.story.of(object).iter();
                    all.filter(|(of, _)| of == fate)
                        .map(|(_, related)| related.clone())
                        .collect()
                }
            };
            for related in found {
                if !related.span.is_known() || self.program.is_in_library(related.span) {
                    continue;
                }
                let related = Related {
                    object: name.clone(),
                    ..related
                };
                if !self.account.related.contains(&related) {
                    self.account.related.push(related);
                }
            }
        }
    }

    /// Tells the values that the claim names; of a point that must not be reached, those of the branches that
    /// led there.
    fn tell_facts(&mut self, cond: &'p Expr, told: &Told<'_>, context: &Context<'_>) {
        let site = context.site;
        if self.is_model(site.function) {
            self.facts_of_library_call(told, context);
            return;
        }
        let mut outer = None;
        if let Some(activation) = told.activations.first() {
            if self.is_constant(cond, site) {
                let line = site.span.line;
                let near: Vec<Site> = self.story.branches(context.frame).collect();
                let mut found = near.iter().filter(|at| at.span.line == line).peekable();
                let chosen: Vec<Site> = match found.peek() {
                    Some(_) => found.copied().collect(),
                    None => near.into_iter().take(1).collect(),
                };
                for at in chosen.iter().rev() {
                    outer = self.facts_of_branch(*at, activation, context).or(outer);
                }
                if chosen.is_empty() {
                    outer = Some(None);
                }
            } else {
                // `a || b` is a branch for `a` before the claim about `b`.
                let near = self.story.branches(context.frame);
                let same =
                    |at: &Site| (at.span.file, at.span.line) == (site.span.file, site.span.line);
                let before: Vec<Site> = near.take_while(same).take(ALTERNATIVES).collect();
                for at in before.iter().rev().filter(|at| at.block != site.block) {
                    if let Some(Terminator::Branch { cond, .. }) = self.terminator(*at) {
                        self.values_of(cond, *at, activation, context);
                    }
                }
                self.values_of(cond, site, activation, context);
            }
        }
        self.facts_outwards(outer, told, context);
    }

    /// Tells the arguments of the call of the library that a claim inside it is about.
    fn facts_of_library_call(&mut self, told: &Told<'_>, context: &Context<'_>) {
        let mut frame = context.frame;
        for activation in told.activations.iter().skip(1) {
            let Some(site) = self.story.called_at(context.thread, frame) else {
                return;
            };
            frame = activation.frame;
            if self.is_model(site.function) {
                continue;
            }
            if let Some((_, _, args)) = self.call_at(site) {
                for arg in args {
                    self.facts_of(arg, site, activation, context);
                }
            }
            return;
        }
    }

    /// Follows parameters that a condition consists of to the calls that gave their values.
    fn facts_outwards(
        &mut self,
        outer: Option<Option<usize>>,
        told: &Told<'_>,
        context: &Context<'_>,
    ) {
        let mut outer = outer;
        let mut frame = context.frame;
        for pair in told.activations.windows(2).take(OUTWARDS) {
            let [inner, activation] = pair else {
                return;
            };
            let Some(parameter) = outer.take() else {
                return;
            };
            let Some((callee, site)) = self.story.called(context.thread, frame) else {
                return;
            };
            if self.is_start(site.function) {
                self.parameter(callee, parameter, inner, context);
                return;
            }
            frame = activation.frame;
            outer = match parameter {
                Some(parameter) => {
                    let Some((_, _, args)) = self.call_at(site) else {
                        return;
                    };
                    let Some(arg) = args.get(parameter) else {
                        return;
                    };
                    self.facts_of(arg, site, activation, context)
                }
                None => {
                    let Some(branch) = self.story.branches(frame).next() else {
                        outer = Some(None);
                        continue;
                    };
                    self.facts_of_branch(branch, activation, context)
                }
            };
        }
    }

    /// Whether a function is the one that calls the entry, which no source has.
    fn is_start(&self, function: FuncId) -> bool {
        let function = self.program.functions.get(function);
        function.is_some_and(|function| &*function.name == START)
    }

    /// Tells the value of a parameter.
    fn parameter(
        &mut self,
        callee: FuncId,
        parameter: Option<usize>,
        activation: &Activation,
        context: &Context<'_>,
    ) {
        let function = self.program.functions.get(callee);
        let temp = function.and_then(|function| function.params.get(parameter?));
        if let (Some(function), Some(temp)) = (function, temp) {
            let names = SourceNames {
                program: self.program,
                function,
            };
            self.fact(names, *temp, activation, context);
        }
    }

    fn is_constant(&self, cond: &'p Expr, site: Site) -> bool {
        let mut leaves = Vec::new();
        if let Some(names) = self.names(site) {
            leaves_of(names, cond, &mut leaves);
        }
        leaves.is_empty() && !has_memory(cond)
    }

    fn facts_of_branch(
        &mut self,
        at: Site,
        activation: &Activation,
        context: &Context<'_>,
    ) -> Option<Option<usize>> {
        let Some(Terminator::Branch { cond, .. }) = self.terminator(at) else {
            return None;
        };
        self.facts_of(cond, at, activation, context)
    }

    /// Tells the values of the variables in an expression.
    fn values_of(
        &mut self,
        expr: &'p Expr,
        site: Site,
        activation: &Activation,
        context: &Context<'_>,
    ) {
        if let Some(names) = self.names(site) {
            let mut leaves = Vec::new();
            leaves_of(names, expr, &mut leaves);
            for temp in leaves {
                self.fact(names, temp, activation, context);
            }
        }
    }

    /// Tells the values of the variables in an expression. If it is one parameter alone, its position.
    fn facts_of(
        &mut self,
        expr: &'p Expr,
        site: Site,
        activation: &Activation,
        context: &Context<'_>,
    ) -> Option<Option<usize>> {
        let names = self.names(site)?;
        let mut leaves = Vec::new();
        leaves_of(names, expr, &mut leaves);
        let parameter = match leaves.as_slice() {
            [temp] => parameter_of(names, *temp),
            _ => None,
        };
        if let Some(parameter) = parameter {
            return Some(Some(parameter));
        }
        for temp in leaves {
            self.fact(names, temp, activation, context);
        }
        None
    }

    fn fact(
        &mut self,
        names: SourceNames<'p>,
        temp: TempId,
        activation: &Activation,
        context: &Context<'_>,
    ) {
        let Some(named) = names.temporary(temp) else {
            return;
        };
        let Some(Some(value)) = activation.temps.get(cassay_base::Id::index(temp)) else {
            return;
        };
        let known = self
            .account
            .facts
            .iter()
            .any(|fact| fact.name == named.text);
        if known || self.account.facts.len() >= FACTS {
            return;
        }
        if let Some(text) = self.value_of(value, named.ctype, context.memory) {
            let bits = match value {
                Value::Int(bits) => Some(bits.clone()),
                Value::Float(..) | Value::Pointer(_) | Value::Address(_) | Value::Aggregate(_) => {
                    None
                }
            };
            self.account.facts.push(Fact {
                name: named.text,
                value: Shown {
                    text,
                    ctype: named.ctype,
                    bits,
                },
            });
        }
    }
}

/// The parameter that a temporary holds.
fn parameter_of(names: SourceNames<'_>, temp: TempId) -> Option<usize> {
    let params = &names.function.params;
    if let Some(position) = params.iter().position(|param| *param == temp) {
        return Some(position);
    }
    let Some(StmtKind::Load { place, .. }) = names.definition(temp) else {
        return None;
    };
    let cassay_ir::Place::Variable(cassay_ir::Variable::Local(local), 0) = place else {
        return None;
    };
    let local = names.function.locals.get(*local)?;
    local.param.map(|param| param as usize)
}

/// The temporaries that an expression is made of and that come from somewhere else: memory, inputs, calls.
fn leaves_of<'p>(names: SourceNames<'p>, expr: &'p Expr, found: &mut Vec<TempId>) {
    let mut todo = vec![expr];
    let mut seen = 0;
    while let Some(expr) = todo.pop() {
        seen += 1;
        if seen > 64 {
            return;
        }
        if let Expr::Temp(temp) = expr {
            if let Some(StmtKind::Assign { value, .. }) = names.definition(*temp) {
                todo.push(value);
            } else if !found.contains(temp) {
                found.push(*temp);
            }
            continue;
        }
        let first = todo.len();
        expr.operands(|operand| todo.push(operand));
        todo[first..].reverse();
    }
}

fn has_memory(expr: &Expr) -> bool {
    let mut todo = vec![expr];
    while let Some(expr) = todo.pop() {
        if matches!(
            expr,
            Expr::Memory(..) | Expr::Heap(_) | Expr::Initialised(..) | Expr::Progress
        ) {
            return true;
        }
        expr.operands(|operand| todo.push(operand));
    }
    false
}

fn operand<'p>(names: SourceNames<'p>, told: &Told<'_>, expr: &'p Expr) -> Option<Operand> {
    if let Expr::Int(bits) = expr {
        let bits = bits.clone();
        return Some(Operand { name: None, bits });
    }
    let bits = told.bits(expr)?;
    let name = names.expression(expr).map(|named| named.text);
    Some(Operand { name, bits })
}

/// Whether an operation overflows for its operands.
fn overflows(op: OverflowOp, left: &Bv, right: &Bv) -> bool {
    match op {
        OverflowOp::SAdd => left.sadd_overflows(right),
        OverflowOp::SSub => left.ssub_overflows(right),
        OverflowOp::SMul => left.smul_overflows(right),
        OverflowOp::UAdd => left.uadd_overflows(right),
        OverflowOp::USub => left.usub_overflows(right),
        OverflowOp::UMul => left.umul_overflows(right),
    }
}
