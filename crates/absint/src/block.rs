//! Transfer functions of statements and terminators.
//!
//! A statement gives the state after it, or none when no execution continues after it. Undefined
//! behaviour (such as an access outside of its object) need not be followed: nothing is proved
//! after it.

use crate::Verdict;
use crate::cells::CellId;
use crate::eval::{Context, width_of};
use crate::fixpoint::Collected;
use crate::interpret::{Interpreter, Stopped};
use crate::join::Join;
use crate::state::{State, Temp};
use crate::value::Value;
use cassay_ir::{
    BlockId, CompareOp, Expr, FuncId, Place, StmtKind, TempId, Terminator, Type, TypeId, Variable,
};

/// A place in a function: a block and a statement of it.
pub type At = (BlockId, usize);

/// With more temporaries than this, dead ones are removed. Writes examine all of them.
const MOST_TEMPS: usize = 32;

impl<'p> Interpreter<'_, 'p> {
    /// Executes a block; the states on its outgoing edges, in the order of its successors.
    pub fn block(
        &mut self,
        cx: Context<'_, 'p>,
        block: BlockId,
        state: State<'p>,
        collected: &mut Option<&mut Collected<'p>>,
    ) -> Result<Vec<Option<State<'p>>>, Stopped> {
        let contents = &cx.function.blocks[block];
        self.spend((contents.stmts.len() + 4) * (1 + state.cost_of_relations()))?;
        let facts = cx.facts.functions[cx.id].as_ref();
        let last_uses = facts.and_then(|facts| facts.last_uses.get(&block));
        let mut state = state;
        let mut most = MOST_TEMPS;
        for (index, stmt) in contents.stmts.iter().enumerate() {
            let at = (block, index);
            if let (Some(facts), Some(last_uses)) = (facts, last_uses)
                && state.count_temps() > most
            {
                state.keep_used(|temp| {
                    facts.lasting.contains(&temp)
                        || cx.function.params.contains(&temp)
                        || last_uses.get(&temp).is_some_and(|last| *last >= index)
                });
                most = MOST_TEMPS + 2 * state.count_temps();
            }
            if let Some(collected) = collected {
                collected.undefined |= !cx.is_defined(&state, &stmt.kind);
            }
            match self.statement(cx, at, &stmt.kind, state, collected)? {
                Some(next) => state = next,
                None => {
                    let mut edges = Vec::new();
                    contents.terminator.successors(|_| edges.push(None));
                    return Ok(edges);
                }
            }
        }
        let at = (block, contents.stmts.len());
        if let Some(collected) = collected {
            collected.undefined |= !cx.ends_defined(&contents.terminator);
        }
        let mut edges = self.terminator(cx, at, &contents.terminator, state, collected)?;
        let Some(facts) = facts else {
            return Ok(edges);
        };
        let params = &cx.function.params;
        for edge in edges.iter_mut().flatten() {
            edge.keep_temps(|temp| facts.lasting.contains(&temp) || params.contains(&temp));
        }
        Ok(edges)
    }

    fn statement(
        &mut self,
        cx: Context<'_, 'p>,
        at: At,
        kind: &'p StmtKind,
        mut state: State<'p>,
        collected: &mut Option<&mut Collected<'p>>,
    ) -> Result<Option<State<'p>>, Stopped> {
        state.end_lifetimes(kind);
        match kind {
            StmtKind::Assign { dst, value } => assign(cx, &mut state, *dst, value),
            StmtKind::Load {
                dst,
                place,
                volatile: _,
                moves: _,
                order: _,
            } => load(cx, &mut state, *dst, place),
            StmtKind::Store {
                place,
                value,
                volatile: _,
                order: _,
            } => store(cx, &mut state, at, place, value),
            StmtKind::Assume(cond) | StmtKind::Wait { cond, .. } => {
                if !cx.assume(&mut state, cond, true) {
                    return Ok(None);
                }
            }
            StmtKind::Assert {
                claim,
                cond,
                property: _,
            } => {
                let can_fail = cx.assume(&mut state.clone(), cond, false);
                let lives = cx.assume(&mut state, cond, true);
                if let Some(collected) = collected {
                    let verdict = if can_fail {
                        Verdict::Open
                    } else {
                        Verdict::Proved
                    };
                    let known = collected.claims.entry(*claim).or_insert(verdict);
                    *known = (*known).max(verdict);
                }
                if !lives {
                    return Ok(None);
                }
            }
            StmtKind::Havoc { dst, .. } | StmtKind::Alloc { dst, .. } => {
                unknown(cx, &mut state, *dst);
            }
            StmtKind::Declare(local) | StmtKind::Dead(local) => {
                forget_variable(cx, &mut state, Variable::Local(*local));
                state.new_object(*local, matches!(kind, StmtKind::Declare(_)));
            }
            StmtKind::MemCopy { .. } | StmtKind::MemSet { .. } | StmtKind::MemHavoc { .. } => {
                clobber(cx, &mut state, at);
            }
            StmtKind::Call {
                dst,
                target: _,
                args,
            } => {
                return self.call(cx, at, *dst, args, state, collected);
            }
            StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Seal(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Hold { .. }
            | StmtKind::Fence(_) => {}
            // Threads are rejected before; an unsupported construct may do anything.
            StmtKind::Spawn { .. }
            | StmtKind::Join { .. }
            | StmtKind::EndThread(_)
            | StmtKind::Unsupported(_) => {
                state = State::top();
                if let Some(dst) = kind.defines() {
                    unknown(cx, &mut state, dst);
                }
            }
        }
        Ok(Some(state))
    }

    fn terminator(
        &mut self,
        cx: Context<'_, 'p>,
        at: At,
        terminator: &'p Terminator,
        mut state: State<'p>,
        collected: &mut Option<&mut Collected<'p>>,
    ) -> Result<Vec<Option<State<'p>>>, Stopped> {
        match terminator {
            Terminator::Goto(_) => Ok(vec![Some(state)]),
            Terminator::Branch { cond, .. } => {
                let mut other = state.clone();
                let then = cx.assume(&mut state, cond, true).then_some(state);
                let otherwise = cx.assume(&mut other, cond, false).then_some(other);
                Ok(vec![then, otherwise])
            }
            Terminator::Switch {
                value,
                cases,
                default: _,
            } => {
                let mut edges = Vec::new();
                let width = cx.eval(&state, value).map(|value| value.width);
                for (case, _) in cases {
                    let mut taken = state.clone();
                    let possible = match case.to_u64() {
                        Some(bits) if width == Some(case.width()) => {
                            let case = Value::constant(case.width(), bits);
                            cx.assume_value(&mut taken, value, case)
                        }
                        Some(_) | None => true,
                    };
                    edges.push(possible.then_some(taken));
                }
                edges.push(default_edge(cx, state, value, cases));
                Ok(edges)
            }
            Terminator::IndirectGoto { targets, .. } => {
                Ok(targets.iter().map(|_| Some(state.clone())).collect())
            }
            Terminator::Invoke { dst, args, .. } => {
                let normal = self.call(cx, at, *dst, args, state, collected)?;
                // An exception may be thrown anywhere.
                let mut thrown = State::top();
                if let Some(dst) = dst {
                    unknown(cx, &mut thrown, *dst);
                }
                Ok(vec![normal, Some(thrown)])
            }
            Terminator::Return(value) => {
                if let Some(collected) = collected {
                    let result = value.as_ref().and_then(|value| cx.eval(&state, value));
                    collected.leave(cx, &state, result);
                }
                Ok(Vec::new())
            }
            // Nothing is known of the state in which a handler begins.
            Terminator::Unwind(_) | Terminator::Unreachable => Ok(Vec::new()),
        }
    }

    /// Calls every function that may be the callee.
    fn call(
        &mut self,
        cx: Context<'_, 'p>,
        at: At,
        dst: Option<TempId>,
        args: &'p [Expr],
        mut state: State<'p>,
        collected: &mut Option<&mut Collected<'p>>,
    ) -> Result<Option<State<'p>>, Stopped> {
        state.end_by_call();
        let facts = cx.facts;
        let callees = facts.functions[cx.id]
            .as_ref()
            .and_then(|facts| facts.calls.get(&at))
            .ok_or(Stopped::Call)?;
        let mut result: Option<State<'p>> = None;
        for callee in callees {
            let after = if facts.program.functions[*callee].has_body() {
                let entry = self.entry_of(cx, *callee, args, &state);
                if let Some(collected) = collected {
                    collected.enter(*callee, entry);
                } else {
                    self.first_time(cx.id, *callee, entry)?;
                }
                self.return_from(cx, *callee, dst, args, state.clone())
            } else {
                let mut after = state.clone();
                if let Some(dst) = dst {
                    unknown(cx, &mut after, dst);
                }
                Some(after)
            };
            if let Some(after) = after {
                match &mut result {
                    Some(result) => {
                        result.join(&after, Join::Plain);
                    }
                    None => result = Some(after),
                }
            }
        }
        Ok(result)
    }

    /// The state at the start of a function.
    fn entry_of(
        &self,
        cx: Context<'_, 'p>,
        callee: FuncId,
        args: &'p [Expr],
        state: &State<'p>,
    ) -> State<'p> {
        let program = cx.program();
        let function = &program.functions[callee];
        let mut entry = state.restricted(cx.facts.cells.globals());
        for (index, param) in function.params.iter().enumerate() {
            let width = function
                .temps
                .get(*param)
                .and_then(|temp| width_of(program, temp.ty));
            let given = args.get(index).and_then(|arg| cx.eval(state, arg));
            let value = match (width, given) {
                (Some(width), Some(given)) if given.width == width => Some(given),
                (Some(width), _) => Some(Value::top(width)),
                (None, _) => None,
            };
            let temp = Temp {
                value,
                def: None,
                cell: None,
            };
            entry.set_temp(*param, temp);
        }
        entry
    }

    /// The caller's state after a call.
    fn return_from(
        &self,
        cx: Context<'_, 'p>,
        callee: FuncId,
        dst: Option<TempId>,
        args: &'p [Expr],
        mut state: State<'p>,
    ) -> Option<State<'p>> {
        let exit = self.exits[callee].as_ref()?;
        for cell in &cx.facts.modifies[callee] {
            state.set_cell(*cell, exit.state.cell(*cell).copied());
        }
        // Relations at the exit of the function, restricted to cells that the caller relates.
        for (x, y, bound) in exit.state.zone().bounds() {
            if !state.meet_difference(x, y, bound) {
                return None;
            }
        }
        if !state.meet_relations(&exit.state) {
            return None;
        }
        for (owner, local) in &cx.facts.writes[callee] {
            if *owner == cx.id {
                forget_variable(cx, &mut state, Variable::Local(*local));
            }
        }
        // Values that the arguments must have had for the function to return.
        for (arg, value) in args.iter().zip(&exit.params) {
            if let Some(value) = value
                && !cx.assume_value(&mut state, arg, *value)
            {
                return None;
            }
        }
        if let Some(dst) = dst {
            unknown(cx, &mut state, dst);
            if let Some(value) = exit.result {
                // A result of another type is rejected when the call is executed.
                state.meet_temp(dst, value)?;
            }
        }
        Some(state)
    }
}

/// Sets a temporary to any value.
pub fn unknown(cx: Context<'_, '_>, state: &mut State<'_>, dst: TempId) {
    let value = cx.temp_width(dst).map(Value::top);
    let temp = Temp {
        value,
        def: None,
        cell: None,
    };
    state.set_temp(dst, temp);
}

fn assign<'p>(cx: Context<'_, 'p>, state: &mut State<'p>, dst: TempId, value: &'p Expr) {
    let width = cx.temp_width(dst);
    let known = cx.eval(state, value).filter(|v| Some(v.width) == width);
    let copied = if let Expr::Temp(from) = value {
        state.temp(*from).and_then(|temp| temp.cell)
    } else {
        None
    };
    // A definition that uses its own temporary would refer to the old value.
    let mut own = false;
    let mut pending = vec![value];
    while let Some(expr) = pending.pop() {
        own |= matches!(expr, Expr::Temp(temp) if *temp == dst || state.temp(*temp).is_none());
        expr.operands(|operand| pending.push(operand));
    }
    let temp = Temp {
        value: known.or(width.map(Value::top)),
        def: (!own && !matches!(value, Expr::Int(_))).then_some(value),
        cell: copied,
    };
    state.set_temp(dst, temp);
}

fn load<'p>(cx: Context<'_, 'p>, state: &mut State<'p>, dst: TempId, place: &'p Place) {
    let width = cx.temp_width(dst);
    let cell = match (place, width) {
        (Place::Variable(variable, offset), Some(width)) => {
            cx.facts.cells.exact(cx.id, *variable, *offset, width)
        }
        (Place::Variable(variable, offset), None) => {
            let ty = cx.function.temps.get(dst).map(|temp| temp.ty);
            ty.and_then(|ty| pointer_cell(cx, (*variable, *offset), ty))
        }
        (Place::Deref(_, _), _) => None,
    };
    let known = cell.filter(|_| width.is_some());
    let known = known.and_then(|cell| state.cell(cell).copied());
    let temp = Temp {
        value: known.or(width.map(Value::top)),
        def: None,
        cell,
    };
    state.set_temp(dst, temp);
}

fn store<'p>(
    cx: Context<'_, 'p>,
    state: &mut State<'p>,
    at: At,
    place: &'p Place,
    value: &'p Expr,
) {
    let (variable, offset) = match place {
        Place::Variable(variable, offset) => (*variable, *offset),
        Place::Deref(_, _) => return clobber(cx, state, at),
    };
    let cells = &cx.facts.cells;
    let known = cx.eval(state, value);
    let Some(ty) = value.ty(cx.program(), cx.function) else {
        return forget_variable(cx, state, variable);
    };
    let end = offset.saturating_add(size_of(cx, ty));
    let exact = known.and_then(|known| cells.exact(cx.id, variable, offset, known.width));
    let touched: Vec<CellId> = cells.touching(cx.id, variable, offset, end).collect();
    for cell in touched {
        if Some(cell) != exact {
            state.forget_cell(cell);
        }
    }
    if let Some(cell) = exact {
        let moved = cx.moved(state, cell, value);
        let set = |state: &mut State<'p>| match moved {
            Some((from, plus)) => state.move_cell(cell, known, from, plus),
            None => state.set_cell(cell, known),
        };
        match cx.assigned(state, cell, value) {
            Some(form) => state.assign_form(cell, &form, set),
            None => set(state),
        }
        if let Expr::Temp(temp) = value {
            state.equate(*temp, cell);
        }
    } else if let Some(cell) = pointer_cell(cx, (variable, offset), ty)
        && let Expr::Temp(temp) = value
    {
        state.copy_pointer(*temp, cell);
        state.equate(*temp, cell);
    }
}

/// The cell of a pointer.
fn pointer_cell(cx: Context<'_, '_>, at: (Variable, u64), ty: TypeId) -> Option<CellId> {
    let types = &cx.program().types;
    matches!(types.lookup(ty), Some(Type::Ptr)).then_some(())?;
    cx.facts
        .cells
        .exact(cx.id, at.0, at.1, types.pointer_bits())
}

fn size_of(cx: Context<'_, '_>, ty: TypeId) -> u64 {
    cx.program().types.alloc_size(ty)
}

fn forget_variable(cx: Context<'_, '_>, state: &mut State<'_>, variable: Variable) {
    for cell in cx.facts.cells.of_variable(cx.id, variable) {
        state.forget_cell(cell);
    }
}

/// Forgets what a write through a pointer may change.
fn clobber(cx: Context<'_, '_>, state: &mut State<'_>, at: At) {
    let facts = cx.facts.functions[cx.id].as_ref();
    if let Some(cells) = facts.and_then(|facts| facts.clobbers.get(&at)) {
        for cell in cells.iter() {
            state.forget_cell(*cell);
        }
    }
}

/// The state in which a switch takes none of its cases.
fn default_edge<'p>(
    cx: Context<'_, 'p>,
    mut state: State<'p>,
    value: &'p Expr,
    cases: &[(cassay_bv::Bv, BlockId)],
) -> Option<State<'p>> {
    let Some(mut rest) = cx.eval(&state, value) else {
        return Some(state);
    };
    let mut listed: Vec<u64> = Vec::new();
    for (case, _) in cases {
        if case.width() == rest.width {
            listed.extend(case.to_u64());
        }
    }
    listed.sort_unstable();
    for bits in listed.iter().chain(listed.iter().rev()) {
        let case = Value::constant(rest.width, *bits);
        rest = Value::compared(CompareOp::Ne, rest, case)?.0;
    }
    cx.assume_value(&mut state, value, rest).then_some(state)
}
