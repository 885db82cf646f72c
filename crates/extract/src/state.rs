//! State variables: what the steps of a machine pass on.
//!
//! An object of the state is a global variable that some step may write, or a local variable of the body
//! that is alive at a control state. Its scalar parts become state variables. Objects with too many
//! parts are *loose*: they have any contents behind each step, which is only possible if they hold no
//! pointers. A pointer becomes two variables, the number of the object that it leads to and its offset.
//! Number 0 is the null pointer, 1 anything that is not in the list: dead objects, and pointers that
//! were never written. A pointer of number 1 is one without a value in the next step.

use crate::lives::{Lives, lives};
use crate::prepare::Prepared;
use crate::{Options, Refusal, names};
use cassay_base::{IndexVec, Span};
use cassay_effects::{Target, may_hold_pointer, targets};
use cassay_flat::{live_locals, live_temps};
use cassay_ir::{
    Accessed, BlockId, Expr, FuncId, GlobalId, LocalId, StmtKind, TempId, Type, TypeId, TypeTable,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Where a state variable is kept in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    /// A part of a variable, at an offset in bytes.
    Part(Variable, u64),
    /// A temporary of the body.
    Temp(TempId),
}

/// What a state variable says of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Its bits: an integer or a float.
    Bits {
        /// Whether the source says that it has a sign.
        signed: bool,
        /// Whether it is an integer.
        integer: bool,
    },
    /// The number of the object that a pointer leads to.
    Object,
    /// The offset of a pointer in its object.
    Offset,
}

/// A state variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateVariable {
    /// As C writes it, if C has a name for it.
    pub name: String,
    /// Whether the name is an expression of C.
    pub in_c: bool,
    /// Its width in bits.
    pub width: u32,
    /// What it says.
    pub content: Content,
}

/// A slot with its type, and the numbers of its state variables.
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    pub slot: Slot,
    pub ty: TypeId,
    /// The first state variable; a pointer that moves has two.
    pub first: usize,
    /// The objects that a pointer leads to, by number, beginning with 2.
    pub targets: Option<Vec<Expr>>,
    /// Whether it is a pointer that leads to the start of its object whenever it is passed on, which
    /// each step has to show. It has no state variable for the offset then.
    pub still: bool,
    /// Whether it is a pointer that leads to one of its targets or is null whenever it is passed on, which each
    /// step has to show.
    pub settled: bool,
}

/// What has turned out not to hold of pointers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unsettled {
    /// Those that may lead elsewhere than to the start of an object.
    pub moving: BTreeSet<Slot>,
    /// Those that may lead to something that is no target of theirs.
    pub stray: BTreeSet<Slot>,
}

impl Unsettled {
    /// Adds what has turned out in one round.
    pub fn add(&mut self, more: Unsettled) {
        self.moving.extend(more.moving);
        self.stray.extend(more.stray);
    }

    /// Whether nothing has.
    pub fn is_empty(&self) -> bool {
        self.moving.is_empty() && self.stray.is_empty()
    }
}

/// What is passed on at a control state.
#[derive(Clone, Debug, Default)]
pub(crate) struct AtHead {
    /// The variables that are alive.
    pub alive: BTreeSet<LocalId>,
    /// Those whose contents matter.
    pub needed: BTreeSet<LocalId>,
    /// Those that are sealed.
    pub sealed: BTreeSet<LocalId>,
    /// The slots, by number.
    pub slots: Vec<usize>,
}

/// The state of a program.
pub(crate) struct State {
    pub slots: Vec<Followed>,
    pub variables: Vec<StateVariable>,
    /// Objects that have any contents behind each step, and those of which the slots are not all.
    pub loose: BTreeSet<Variable>,
    pub at: BTreeMap<BlockId, AtHead>,
    /// What is not assumed of pointers.
    unsettled: Unsettled,
}

/// The number that stands for what is not in the list of targets.
pub(crate) const ELSEWHERE: u64 = 1;
/// The number of the first target.
pub(crate) const FIRST_TARGET: u64 = 2;
/// The bits of the number of an object.
pub(crate) const OBJECT_BITS: u32 = 8;

impl State {
    pub fn of(
        prepared: &Prepared,
        options: &Options,
        unsettled: &Unsettled,
    ) -> Result<State, Refusal> {
        let mut state = State {
            unsettled: unsettled.clone(),
            slots: Vec::new(),
            variables: Vec::new(),
            loose: BTreeSet::new(),
            at: BTreeMap::new(),
        };
        if prepared.heads.is_empty() {
            return Ok(state);
        }
        let lives = lives(prepared.function());
        let live = live_locals(&prepared.program, prepared.function());
        let temps = live_temps(prepared.function());
        let mut locals: BTreeSet<LocalId> = BTreeSet::new();
        let mut carried: BTreeSet<TempId> = BTreeSet::new();
        for &head in &prepared.heads {
            let Some(at) = &lives[head] else { continue };
            let known = state.alive_at(prepared, at, &live[head], head)?;
            locals.extend(&known.needed);
            carried.extend(&temps[head]);
            state.at.insert(head, known);
        }
        for id in written(prepared) {
            state.follow_variable(prepared, Variable::Global(id), options)?;
        }
        for local in locals {
            state.follow_variable(prepared, Variable::Local(local), options)?;
        }
        for temp in carried {
            let ty = prepared.function().temps[temp].ty;
            state.follow(prepared, Slot::Temp(temp), ty)?;
        }
        if state.variables.len() > options.most_variables {
            return Err(Refusal::new("its state is too large", Span::NONE));
        }
        state.place_slots(&temps);
        Ok(state)
    }

    /// The local variables at a head.
    fn alive_at(
        &self,
        prepared: &Prepared,
        at: &Lives,
        live: &BTreeSet<LocalId>,
        head: BlockId,
    ) -> Result<AtHead, Refusal> {
        let function = prepared.function();
        let mut known = AtHead::default();
        known.alive.clone_from(&at.must);
        for &local in &at.may {
            let needed = function.locals[local].address_taken || live.contains(&local);
            if !needed {
                continue;
            }
            if !at.must.contains(&local) {
                let name = &function.locals[local].name;
                let why = format!("{name} is alive on some paths only");
                return Err(Refusal::new(why, function.blocks[head].span));
            }
            known.needed.insert(local);
        }
        known.sealed = at.sealed.intersection(&known.alive).copied().collect();
        Ok(known)
    }

    /// The slots that each head passes on.
    fn place_slots(&mut self, temps: &IndexVec<BlockId, BTreeSet<TempId>>) {
        for (head, at) in &mut self.at {
            for (number, followed) in self.slots.iter().enumerate() {
                let here = match followed.slot {
                    Slot::Part(Variable::Global(_), _) => true,
                    Slot::Part(Variable::Local(local), _) => at.needed.contains(&local),
                    Slot::Temp(temp) => temps[*head].contains(&temp),
                };
                if here {
                    at.slots.push(number);
                }
            }
        }
    }

    /// Adds the parts of a variable.
    fn follow_variable(
        &mut self,
        prepared: &Prepared,
        variable: Variable,
        options: &Options,
    ) -> Result<(), Refusal> {
        let (ty, target, span) = match variable {
            Variable::Global(id) => {
                let global = &prepared.program.globals[id];
                (global.ty, Target::Global(id), global.span)
            }
            Variable::Local(id) => {
                let local = &prepared.function().locals[id];
                (local.ty, Target::Local(prepared.body, id), local.span)
            }
        };
        let types = &prepared.program.types;
        let parts = match variable {
            Variable::Local(id) if prepared.layouts.contains_key(&id) => {
                let layout = &prepared.layouts[&id];
                (layout.len() <= options.most_parts).then(|| layout.clone())
            }
            Variable::Local(_) | Variable::Global(_) => parts(prepared, ty, options.most_parts),
        };
        let covered: u64 = parts
            .iter()
            .flatten()
            .map(|(_, ty)| types.store_size(*ty))
            .sum();
        let holds = !prepared.points_to.contents(target).is_empty();
        let Some(parts) = parts else {
            if holds || may_hold_pointer(&prepared.program, ty) {
                let why = format!(
                    "{} is large and holds pointers",
                    name_of(prepared, variable)
                );
                return Err(Refusal::new(why, span));
            }
            self.loose.insert(variable);
            return Ok(());
        };
        if holds
            && widest_gap(prepared, &parts, types.alloc_size(ty))
                >= types.store_size(TypeTable::PTR)
        {
            let why = format!(
                "{} holds pointers beside its members",
                name_of(prepared, variable)
            );
            return Err(Refusal::new(why, span));
        }
        if covered < types.alloc_size(ty) {
            // What lies between the parts.
            self.loose.insert(variable);
        }
        for (offset, ty) in parts {
            self.follow(prepared, Slot::Part(variable, offset), ty)?;
        }
        Ok(())
    }

    /// Adds a slot with its state variables.
    fn follow(&mut self, prepared: &Prepared, slot: Slot, ty: TypeId) -> Result<(), Refusal> {
        let first = self.variables.len();
        let (name, in_c, signed) = names::of_slot(prepared, slot, ty);
        let types = &prepared.program.types;
        let span = prepared.function().span;
        let mut variable = |name: String, width: u32, content: Content| {
            let in_c = in_c && matches!(content, Content::Bits { integer: true, .. });
            self.variables.push(StateVariable {
                name,
                in_c,
                width,
                content,
            });
        };
        let mut targets = None;
        let mut still = false;
        let settled = !self.unsettled.stray.contains(&slot);
        match types.get(ty) {
            Type::Int(width) => {
                let integer = true;
                variable(name, *width, Content::Bits { signed, integer });
            }
            Type::Float(_) => {
                let width = u32::try_from(types.scalar_bits(ty))
                    .map_err(|_| Refusal::new("a float is too wide", span))?;
                let (signed, integer) = (true, false);
                variable(name, width, Content::Bits { signed, integer });
            }
            Type::Ptr => {
                let found = pointees(prepared, slot)?;
                variable(format!("{name}.object"), OBJECT_BITS, Content::Object);
                still = !self.unsettled.moving.contains(&slot);
                if !still {
                    let width = types.pointer_bits();
                    variable(format!("{name}.offset"), width, Content::Offset);
                }
                targets = Some(found);
            }
            Type::Void | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let why = "a value of several parts is carried round a loop";
                return Err(Refusal::new(why, span));
            }
        }
        self.slots.push(Followed {
            slot,
            ty,
            first,
            targets,
            still,
            settled,
        });
        Ok(())
    }
}

fn name_of(prepared: &Prepared, variable: Variable) -> String {
    match variable {
        Variable::Global(id) => prepared.program.globals[id].name.to_string(),
        Variable::Local(id) => prepared.function().locals[id].name.to_string(),
    }
}

/// The addresses that a pointer in a slot may be.
fn pointees(prepared: &Prepared, slot: Slot) -> Result<Vec<Expr>, Refusal> {
    let points_to = &prepared.points_to;
    let found = match slot {
        Slot::Part(Variable::Global(id), _) => points_to.contents(Target::Global(id)),
        Slot::Part(Variable::Local(id), _) => points_to.contents(Target::Local(prepared.body, id)),
        Slot::Temp(temp) => points_to.temp(prepared.body, temp),
    };
    let mut addresses = Vec::new();
    for target in found {
        match target {
            Target::Local(function, local) if function == prepared.body => {
                addresses.push(Expr::AddrOf(Variable::Local(local)));
            }
            // Its life ends within the step.
            Target::Local(_, _) => {}
            Target::Global(id) => addresses.push(Expr::AddrOf(Variable::Global(id))),
            Target::Function(id) => addresses.push(Expr::FuncAddr(id)),
            Target::Allocated(_, _, _) => {
                let why = "a pointer to allocated memory is carried round a loop";
                return Err(Refusal::new(why, prepared.function().span));
            }
        }
    }
    if addresses.len() as u64 + FIRST_TARGET > 1 << OBJECT_BITS {
        let why = "a pointer may lead to too many objects";
        return Err(Refusal::new(why, prepared.function().span));
    }
    Ok(addresses)
}

/// The most bytes in a row that belong to no part.
fn widest_gap(prepared: &Prepared, parts: &[(u64, TypeId)], size: u64) -> u64 {
    let (mut widest, mut end) = (0, 0);
    for (offset, ty) in parts {
        widest = widest.max(offset.saturating_sub(end));
        end = end.max(offset + prepared.program.types.store_size(*ty));
    }
    widest.max(size.saturating_sub(end))
}

/// The scalars that a type consists of, with their offsets, unless they are many.
fn parts(prepared: &Prepared, ty: TypeId, most: usize) -> Option<Vec<(u64, TypeId)>> {
    let types = &prepared.program.types;
    let mut parts = Vec::new();
    let mut todo = vec![(0, ty)];
    while let Some((start, ty)) = todo.pop() {
        match types.get(ty) {
            Type::Void => {}
            Type::Int(_) | Type::Float(_) | Type::Ptr => parts.push((start, ty)),
            Type::Array { len, .. } if *len > most as u64 => return None,
            Type::Vector { .. } => return None,
            Type::Array { .. } | Type::Struct(_) => {
                let inner = types.components(ty).into_iter();
                todo.extend(inner.map(|(at, ty)| (start + at, ty)));
            }
        }
        if parts.len() > most {
            return None;
        }
    }
    parts.sort_unstable();
    Some(parts)
}

/// The global variables that what is executed may write.
fn written(prepared: &Prepared) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    for &id in &prepared.executed {
        let function = &prepared.program.functions[id];
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                let at = (id, block, index);
                let mut behind = false;
                stmt.kind.accesses(|access| {
                    if !access.writes {
                        return;
                    }
                    match access.to {
                        Accessed::Variable(Variable::Global(global), _) => {
                            found.insert(global);
                        }
                        Accessed::Variable(Variable::Local(_), _) => {}
                        Accessed::Behind(_) => behind = true,
                    }
                });
                if behind {
                    // The pointer that is written through is the first expression.
                    through(prepared, at, 0, &mut found);
                }
                if let StmtKind::Call { target, args, .. } = &stmt.kind {
                    let callees = targets(&prepared.points_to, at, target);
                    let has_body = |id: &FuncId| prepared.program.functions[*id].has_body();
                    if !callees.iter().all(has_body) {
                        for (index, _) in (1_u32..).zip(args) {
                            through(prepared, at, index, &mut found);
                        }
                    }
                }
            }
        }
    }
    found.retain(|id| {
        let global = &prepared.program.globals[*id];
        !global.device && !global.constant
    });
    found
}

/// Adds the global variables that are written through a pointer. No address has become a number, so one
/// that is made from a number leads nowhere.
fn through(
    prepared: &Prepared,
    at: (FuncId, BlockId, usize),
    index: u32,
    found: &mut BTreeSet<GlobalId>,
) {
    for target in prepared.points_to.expression(at, index) {
        match target {
            Target::Global(id) => {
                found.insert(id);
            }
            Target::Local(_, _) | Target::Function(_) | Target::Allocated(_, _, _) => {}
        }
    }
}
