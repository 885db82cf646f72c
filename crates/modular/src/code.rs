//! The code of a template, copied for the thread that takes a step.
//!
//! The copy is entered at a point and left where the thread arrives at the next one, or ends. The
//! variables of the template are those of the thread, and what orders threads has no effect: a
//! condition that is waited for is assumed, since a step that cannot be taken is none.

use crate::conjecture::About;
use crate::step::{Builder, ENDED, POINTS, UNBORN, differ, either, empty, equal, fill, word};
use crate::system::spawned;
use cassay_base::{Id, IndexVec};
use cassay_flat::Renaming;
use cassay_ir::{
    Block, BlockId, CastKind, CompareOp, Expr, FuncId, LocalId, Place, Stmt, StmtKind, TempId,
    Terminator, TypeTable, Variable,
};
use std::collections::BTreeMap;

/// The code of a template, for the thread that takes a step.
pub(crate) struct Code<'b, 's> {
    pub builder: &'b mut Builder<'s>,
    pub template: usize,
    pub stepping: usize,
    pub own: bool,
    /// Where a thread arrives that ends.
    pub ended: BlockId,
    /// What is added to the numbers of temporaries.
    pub first_temp: usize,
    /// The copies of the blocks.
    pub blocks: IndexVec<BlockId, BlockId>,
    /// Where the thread arrives at each point.
    pub arrivals: BTreeMap<BlockId, BlockId>,
}

impl Code<'_, '_> {
    pub fn make(&mut self, claims: BlockId, cases: &mut Vec<(cassay_bv::Bv, BlockId)>) {
        let system = self.builder.system;
        let template = &system.templates[self.template];
        self.first_temp = self.builder.function.temps.len();
        for temp in template.function.temps.iter() {
            self.builder.function.temps.push(temp.clone());
        }
        for _ in template.function.blocks.iter() {
            let copy = self.builder.function.blocks.push(empty());
            self.blocks.push(copy);
        }
        for (place, point) in template.points.iter().enumerate() {
            let number = template.first + place;
            let arrival = self.arrive(place, number, claims);
            self.arrivals.insert(*point, arrival);
        }
        for (id, block) in template.function.blocks.iter_enumerated() {
            self.copy(id, block);
        }
        for (place, point) in template.points.iter().enumerate() {
            let number = (template.first + place) as u64;
            let resume = self.resume(place, *point);
            cases.push((cassay_bv::Bv::from_u64(32, POINTS + number), resume));
        }
    }

    fn temp(&self, temp: TempId) -> TempId {
        TempId::from_index(temp.index() + self.first_temp)
    }

    /// The temporaries that are needed behind a point.
    fn needed(&self, place: usize) -> Vec<(TempId, LocalId)> {
        let template = &self.builder.system.templates[self.template];
        let kept = &self.builder.threads[self.stepping].temps[self.template];
        let mut needed = template.temps[place].clone();
        if place == 0 {
            needed.extend(&template.function.params);
        }
        let each = needed.into_iter();
        each.filter_map(|temp| Some((temp, *kept.get(&temp)?)))
            .collect()
    }

    /// The thread arrives at a point.
    fn arrive(&mut self, place: usize, number: usize, claims: BlockId) -> BlockId {
        for (temp, local) in self.needed(place) {
            let value = Expr::Temp(self.temp(temp));
            self.builder.store(Variable::Local(local), 0, value);
        }
        self.builder
            .set_place(self.stepping, word(POINTS + number as u64));
        if self.own {
            let shared = self.builder.load_shared();
            let own = self.builder.load_own(self.stepping, self.template);
            for (conjectured, conjecture) in self.builder.chosen() {
                if conjecture.about == About::One(number) {
                    let cond = fill(&conjecture.relation, &shared, &own, &[]);
                    self.builder.claim(conjectured, cond);
                }
            }
        }
        self.builder.block(Terminator::Goto(claims))
    }

    /// The thread goes on at a point.
    fn resume(&mut self, place: usize, point: BlockId) -> BlockId {
        let template = &self.builder.system.templates[self.template];
        for (temp, local) in self.needed(place) {
            let dst = self.temp(temp);
            let ty = template.function.temps[temp].ty;
            let value = self.builder.load(Variable::Local(local), 0, ty);
            self.builder.emit(StmtKind::Assign { dst, value });
        }
        self.builder.block(Terminator::Goto(self.blocks[point]))
    }

    /// Copies a block.
    fn copy(&mut self, id: BlockId, block: &Block) {
        let mut current = self.blocks[id];
        self.builder.stmts = Vec::new();
        let mut ends = false;
        for stmt in &block.stmts {
            if self.statement(stmt, &mut current) {
                ends = true;
                break;
            }
        }
        let mut terminator = block.terminator.clone();
        if ends || matches!(terminator, Terminator::Return(_)) {
            terminator = Terminator::Goto(self.ended);
        } else {
            let temp = |id: TempId| TempId::from_index(id.index() + self.first_temp);
            let locals = &self.builder.threads[self.stepping].locals[self.template];
            let local = |id: LocalId| locals[id];
            let renaming = Renaming {
                temp: &temp,
                local: &local,
            };
            let to = |id: BlockId| match self.arrivals.get(&id) {
                Some(arrival) => *arrival,
                None => self.blocks[id],
            };
            renaming.terminator(&mut terminator, &to);
            self.own_variables(&mut terminator);
        }
        let stmts = std::mem::take(&mut self.builder.stmts);
        let copy = &mut self.builder.function.blocks[current];
        copy.stmts = stmts;
        copy.terminator = terminator;
        copy.span = block.span;
    }

    fn own_variables(&self, terminator: &mut Terminator) {
        terminator.expressions_mut(|expr| self.own_in(expr));
    }

    /// Addresses of thread-local variables are those of the thread's own.
    fn own_in(&self, expr: &mut Expr) {
        if let Expr::AddrOf(variable) = expr {
            *variable = self.own_variable(*variable);
        }
        expr.operands_mut(|operand| self.own_in(operand));
    }

    fn own_variable(&self, variable: Variable) -> Variable {
        match variable {
            Variable::Global(id) => match self.builder.threads[self.stepping].own.get(&id) {
                Some(local) => Variable::Local(*local),
                None => variable,
            },
            Variable::Local(_) => variable,
        }
    }

    /// Copies a statement; whether the thread ends there.
    fn statement(&mut self, stmt: &Stmt, current: &mut BlockId) -> bool {
        let mut kind = stmt.kind.clone();
        {
            let temp = |id: TempId| TempId::from_index(id.index() + self.first_temp);
            let locals = &self.builder.threads[self.stepping].locals[self.template];
            let local = |id: LocalId| locals[id];
            let renaming = Renaming {
                temp: &temp,
                local: &local,
            };
            renaming.statement(&mut kind);
        }
        kind.expressions_mut(|expr| self.own_in(expr));
        let span = stmt.span;
        match kind {
            StmtKind::Load {
                dst,
                place: Place::Variable(variable, 0),
                ..
            } if self.is_number(variable) => {
                let ty = self.builder.function.temps[dst].ty;
                let number = Expr::Temp(self.builder.threads[self.stepping].number);
                let value = Expr::cast(CastKind::ZExt, number, ty);
                self.builder.emit(StmtKind::Assign { dst, value });
            }
            StmtKind::Load { ref mut place, .. } | StmtKind::Store { ref mut place, .. } => {
                if let Place::Variable(variable, _) = place {
                    *variable = self.own_variable(*variable);
                }
                self.builder.stmts.push(Stmt { kind, span });
            }
            StmtKind::Declare(local) => {
                let ty = self.builder.function.locals[local].ty;
                self.builder.any_contents(Variable::Local(local), ty);
            }
            StmtKind::Dead(_)
            | StmtKind::Seal(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Hold { .. }
            | StmtKind::Fence(_) => {}
            StmtKind::Wait { cond, .. } => self.builder.emit(StmtKind::Assume(cond)),
            StmtKind::Assert { ref cond, .. } if !self.own => {
                let cond = cond.clone();
                self.builder.emit(StmtKind::Assume(cond));
            }
            StmtKind::EndThread(_) => return true,
            StmtKind::Join { dst, thread } => self.join(dst, &thread),
            StmtKind::Spawn { dst, target, args } => {
                if let Some(id) = spawned(&target) {
                    self.spawn(dst, id, &args, current);
                }
            }
            StmtKind::Assign { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Alloc { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::Call { .. }
            | StmtKind::Unsupported(_) => self.builder.stmts.push(Stmt { kind, span }),
        }
        false
    }

    fn is_number(&self, variable: Variable) -> bool {
        match variable {
            Variable::Global(id) => self.builder.system.number == Some(id),
            Variable::Local(_) => false,
        }
    }

    /// A thread that is waited for has ended, if it is one of those that are followed.
    fn join(&mut self, dst: TempId, thread: &Expr) {
        for other in 0..self.builder.threads.len() {
            let place = self.builder.place_of(other);
            let number = Expr::Temp(self.builder.threads[other].number);
            let is = equal(thread.clone(), number);
            let ended = equal(place, word(ENDED));
            self.builder.emit(StmtKind::Assume(either(is.not(), ended)));
        }
        self.builder.havoc_any(dst);
    }

    /// A thread is created. If it can be one that is followed, there are two ways to go on.
    fn spawn(&mut self, dst: TempId, id: FuncId, args: &[Expr], current: &mut BlockId) {
        let followed = if self.own { 1 } else { 0 };
        let template = self.builder.system.of_function[&id];
        let first = self.builder.system.templates[template].first as u64;
        let chosen = self.builder.any(TypeTable::BOOL);
        let before = std::mem::take(&mut self.builder.stmts);
        let after = self.builder.function.blocks.push(empty());
        // It is the one that is followed.
        let place = self.builder.place_of(followed);
        self.builder
            .emit(StmtKind::Assume(equal(place, word(UNBORN))));
        self.builder.set_place(followed, word(POINTS + first));
        let params = self.builder.system.templates[template]
            .function
            .params
            .clone();
        for (param, value) in params.iter().zip(args) {
            let local = self.builder.threads[followed].temps[template][param];
            self.builder.store(Variable::Local(local), 0, value.clone());
        }
        self.builder.begin_own(followed);
        let number = Expr::Temp(self.builder.threads[followed].number);
        self.builder.emit(StmtKind::Assign { dst, value: number });
        let born = self.builder.block(Terminator::Goto(after));
        // It is another one.
        self.builder.havoc_any(dst);
        let limits = [
            Expr::compare(CompareOp::ULt, Expr::Temp(dst), word(1 << 30)),
            differ(Expr::Temp(dst), word(0)),
        ];
        for limit in limits {
            self.builder.emit(StmtKind::Assume(limit));
        }
        for other in 0..self.builder.threads.len() {
            let number = Expr::Temp(self.builder.threads[other].number);
            self.builder
                .emit(StmtKind::Assume(differ(Expr::Temp(dst), number)));
        }
        let unknown = self.builder.block(Terminator::Goto(after));
        let block = &mut self.builder.function.blocks[*current];
        block.stmts = before;
        block.terminator = Terminator::Branch {
            cond: chosen,
            then: born,
            otherwise: unknown,
        };
        *current = after;
    }
}
