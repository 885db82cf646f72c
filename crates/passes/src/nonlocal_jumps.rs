//! Non-local jumps (`setjmp`, `longjmp`) as ordinary control flow.
//!
//! `longjmp` records its target (`models/setjmp`) and returns. After every call of a function that
//! may jump, directly or through others, a test is inserted whether a jump is in progress. If so,
//! the function returns, or, when the jump leads to a call of `setjmp` in this activation,
//! continues after that call. No other part of the tool needs to know about jumps.
//!
//! When a jump arrives, the lifetimes of variables in blocks that were not entered when `setjmp`
//! was called have ended, and scalars that have changed since have any value unless they are
//! volatile (C17 7.13.2.1p3).

use cassay_base::{IndexVec, Span};
use cassay_ir::{
    Accessed, Block, BlockId, CallTarget, CastKind, CompareOp, Constant, Expr, FuncId, Function,
    GlobalId, Initializer, InputSource, Local, LocalId, Place, Program, Stmt, StmtKind, TempId,
    Terminator, Type, TypeTable, Variable,
};
use std::collections::BTreeSet;

const SETTERS: &[&str] = &["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
const JUMPERS: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// The functions of the model, and the global that says whether a jump is in progress.
struct Model {
    enter: FuncId,
    leave: FuncId,
    set: FuncId,
    call: FuncId,
    value: FuncId,
    under_way: GlobalId,
    setters: BTreeSet<FuncId>,
}

/// Turns the non-local jumps of a program into ordinary control flow.
pub(crate) fn follow(program: &mut Program) {
    let Some(model) = Model::of(program) else {
        return;
    };
    let jumping = Jumping::of(program);
    let ids: Vec<FuncId> = program.functions.ids().collect();
    for id in ids {
        let function = program.functions[id].clone();
        if let Some(new) = rewrite(program, &model, &jumping, function) {
            program.functions[id] = new;
        }
    }
}

impl Model {
    /// The model, if it was linked.
    fn of(program: &Program) -> Option<Model> {
        let find = |name: &str| {
            let id = program.find_function(name)?;
            program.functions[id].has_body().then_some(id)
        };
        let mut globals = program.globals.iter_enumerated();
        let (under_way, _) = globals.find(|(_, g)| &*g.name == "__cassay_jump_level")?;
        Some(Model {
            enter: find("__cassay_jump_enter")?,
            leave: find("__cassay_jump_leave")?,
            set: find("__cassay_jump_set")?,
            call: find("__cassay_jump_call")?,
            value: find("__cassay_jump_value")?,
            under_way,
            setters: named(program, SETTERS),
        })
    }
}

/// The models with these names.
fn named(program: &Program, names: &[&str]) -> BTreeSet<FuncId> {
    let functions = program.functions.iter_enumerated();
    functions
        .filter(|(_, function)| function.model && names.contains(&&*function.name))
        .map(|(id, _)| id)
        .collect()
}

/// The functions that may end by a jump.
struct Jumping {
    functions: BTreeSet<FuncId>,
    /// Whether one of them may be called through a pointer.
    by_pointer: bool,
}

impl Jumping {
    fn of(program: &Program) -> Jumping {
        let mut jumping = Jumping {
            functions: named(program, JUMPERS),
            by_pointer: false,
        };
        let addressed = addressed(program);
        loop {
            let before = jumping.functions.len();
            jumping.by_pointer = addressed.iter().any(|id| jumping.functions.contains(id));
            for (id, function) in program.functions.iter_enumerated() {
                let mut calls = function
                    .blocks
                    .iter()
                    .flat_map(|block| block.calls().map(|(_, call)| call.target));
                if calls.any(|target| jumping.may_come_out_of(target)) {
                    jumping.functions.insert(id);
                }
            }
            if jumping.functions.len() == before {
                return jumping;
            }
        }
    }

    fn may_come_out_of(&self, target: &CallTarget) -> bool {
        match target {
            CallTarget::Direct(id) => self.functions.contains(id),
            CallTarget::Indirect(_) => self.by_pointer,
        }
    }
}

fn called(kind: &StmtKind) -> Option<&CallTarget> {
    kind.call().map(|call| call.target)
}

/// The functions whose address is used.
fn addressed(program: &Program) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for global in program.globals.iter() {
        if let Initializer::Parts(parts) = &global.init {
            found.extend(parts.iter().filter_map(|(_, part)| match part {
                Constant::FuncAddr(id) => Some(*id),
                Constant::GlobalAddr(_, _) | Constant::Bits(_) | Constant::Bytes(_) => None,
            }));
        }
    }
    let mut pending: Vec<&Expr> = Vec::new();
    for block in program.functions.iter().flat_map(|f| f.blocks.iter()) {
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| pending.push(expr));
        }
        block.terminator.expressions(|expr| pending.push(expr));
        while let Some(expr) = pending.pop() {
            if let Expr::FuncAddr(id) = expr {
                found.insert(*id);
            }
            expr.operands(|operand| pending.push(operand));
        }
    }
    found
}

/// The function with its jumps as control flow; `None` if it needs no change.
fn rewrite(
    program: &mut Program,
    model: &Model,
    jumping: &Jumping,
    function: Function,
) -> Option<Function> {
    let sets = |kind: &StmtKind| {
        matches!(kind, StmtKind::Call { target: CallTarget::Direct(id), .. }
            if model.setters.contains(id))
    };
    let jumps =
        |kind: &StmtKind| called(kind).is_some_and(|target| jumping.may_come_out_of(target));
    let mut stmts = function.blocks.iter().flat_map(|block| &block.stmts);
    let is_setter = stmts.clone().any(|stmt| sets(&stmt.kind));
    let invokes = |block: &Block| {
        let call = block.terminator.call();
        call.is_some_and(|call| jumping.may_come_out_of(call.target))
    };
    let through = function.blocks.iter().any(invokes);
    if !is_setter && !through && !stmts.any(|stmt| jumps(&stmt.kind)) {
        return None;
    }
    let alive = alive_at_starts(&function);
    let (declared, volatile) = variables(&function);
    let mut rewriter = Rewriter {
        word: program.types.int(32),
        program,
        model,
        function,
        own: None,
        arrivals: Vec::new(),
        unwinding: None,
        declared,
        volatile,
        shadows: Vec::new(),
    };
    if is_setter {
        rewriter.own = Some(rewriter.function.new_temp(rewriter.word));
    }
    let count = rewriter.function.blocks.len();
    for index in 0..count {
        let id = BlockId(index as u32);
        let block = &mut rewriter.function.blocks[id];
        let span = block.span;
        let old = std::mem::take(&mut block.stmts);
        let end = std::mem::replace(&mut block.terminator, Terminator::Unreachable);
        let mut at = Cursor {
            block: id,
            stmts: Vec::new(),
        };
        let mut lives = alive[id].clone();
        for stmt in old {
            note_life(&stmt.kind, &mut lives);
            if sets(&stmt.kind) {
                rewriter.set(&mut at, stmt, &lives);
            } else if jumps(&stmt.kind) {
                rewriter.test(&mut at, stmt);
            } else {
                at.stmts.push(stmt);
            }
        }
        rewriter.finish(at, end, span, invokes);
    }
    rewriter.enter();
    Some(rewriter.function)
}

/// The block to which statements are added.
struct Cursor {
    block: BlockId,
    stmts: Vec<Stmt>,
}

struct Rewriter<'a> {
    program: &'a mut Program,
    model: &'a Model,
    function: Function,
    word: cassay_ir::TypeId,
    /// The level of the activation, if it calls `setjmp`.
    own: Option<TempId>,
    /// The block after each call of `setjmp`, where a jump arrives.
    arrivals: Vec<BlockId>,
    /// The block for executions in which a jump is in progress.
    unwinding: Option<BlockId>,
    /// The variables whose lifetime begins in the function.
    declared: BTreeSet<LocalId>,
    /// The volatile ones.
    volatile: BTreeSet<LocalId>,
    /// Variables for what scalars held when `setjmp` was called.
    shadows: Vec<LocalId>,
}

impl Rewriter<'_> {
    fn new_block(&mut self, span: Span) -> BlockId {
        self.function.blocks.push(Block {
            stmts: Vec::new(),
            terminator: Terminator::Unreachable,
            span,
        })
    }

    /// Ends the current block; further statements go to another.
    fn split(&mut self, at: &mut Cursor, terminator: Terminator, next: BlockId, span: Span) {
        let block = &mut self.function.blocks[at.block];
        block.stmts = std::mem::take(&mut at.stmts);
        block.terminator = terminator;
        block.span = span;
        at.block = next;
    }

    fn call(&mut self, target: FuncId, args: Vec<Expr>, span: Span) -> (Stmt, Expr) {
        let ret = self.program.functions[target].ret;
        let dst = (ret != TypeTable::VOID).then(|| self.function.new_temp(ret));
        let target = CallTarget::Direct(target);
        let kind = StmtKind::Call { dst, target, args };
        let value = dst.map_or(Expr::Null, Expr::Temp);
        (Stmt { kind, span }, value)
    }

    /// A call of `setjmp`: it returns 0 now, and once more for each jump.
    fn set(&mut self, at: &mut Cursor, stmt: Stmt, lives: &BTreeSet<LocalId>) {
        let span = stmt.span;
        let (StmtKind::Call { dst, args, .. }, Some(own)) = (stmt.kind, self.own) else {
            return;
        };
        let number = Expr::int(32, self.arrivals.len() as u64);
        let buffer = args.into_iter().next().unwrap_or(Expr::Null);
        let (set, _) = self.call(self.model.set, vec![buffer, Expr::Temp(own), number], span);
        at.stmts.push(set);
        let kept: Vec<(LocalId, LocalId)> = lives
            .iter()
            .filter_map(|local| Some((*local, self.shadow(*local)?)))
            .collect();
        for (local, shadow) in &kept {
            let value = self.load(*local, &mut at.stmts, span);
            at.stmts.push(store(*shadow, Expr::Temp(value), span));
        }
        let zero = dst.map(|dst| StmtKind::Assign {
            dst,
            value: Expr::int(32, 0),
        });
        at.stmts.extend(zero.map(|kind| Stmt { kind, span }));
        let next = self.new_block(span);
        self.split(at, Terminator::Goto(next), next, span);
        let arrival = self.new_block(span);
        self.arrivals.push(arrival);
        let (value, result) = self.call(self.model.value, Vec::new(), span);
        let mut stmts = vec![value];
        stmts.extend(dst.map(|dst| Stmt {
            kind: StmtKind::Assign { dst, value: result },
            span,
        }));
        let gone = self.declared.difference(lives);
        stmts.extend(gone.map(|local| Stmt {
            kind: StmtKind::Dead(*local),
            span,
        }));
        let mut at = Cursor {
            block: arrival,
            stmts,
        };
        for (local, shadow) in kept {
            self.any_if_changed(local, shadow, &mut at, span);
        }
        let block = &mut self.function.blocks[at.block];
        block.stmts = at.stmts;
        block.terminator = Terminator::Goto(next);
    }

    /// A variable that saves the value of another, if that matters: for a scalar that is not
    /// volatile.
    fn shadow(&mut self, local: LocalId) -> Option<LocalId> {
        let of = &self.function.locals[local];
        let scalar = match self.program.types.get(of.ty) {
            Type::Int(_) | Type::Ptr | Type::Float(_) => true,
            Type::Void | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => false,
        };
        if !scalar || of.name.is_empty() || self.volatile.contains(&local) {
            return None;
        }
        let shadow = Local {
            name: "".into(),
            address_taken: false,
            param: None,
            ..of.clone()
        };
        let shadow = self.function.locals.push(shadow);
        self.shadows.push(shadow);
        Some(shadow)
    }

    fn load(&mut self, local: LocalId, stmts: &mut Vec<Stmt>, span: Span) -> TempId {
        let dst = self.function.new_temp(self.function.locals[local].ty);
        let kind = StmtKind::Load {
            dst,
            place: Place::Variable(Variable::Local(local), 0),
            // The source does not read it: nothing is claimed about its value.
            volatile: true,
            moves: true,
            order: None,
        };
        stmts.push(Stmt { kind, span });
        dst
    }

    /// Gives a variable any value if it differs from its saved value.
    fn any_if_changed(&mut self, local: LocalId, shadow: LocalId, at: &mut Cursor, span: Span) {
        let [now, before] = [local, shadow].map(|local| self.load(local, &mut at.stmts, span));
        let ty = self.function.locals[local].ty;
        let [a, b] = [now, before].map(|temp| {
            if let Type::Float(kind) = *self.program.types.get(ty) {
                let bits = self.program.types.int(kind.bits());
                Expr::cast(CastKind::Bitcast, Expr::Temp(temp), bits)
            } else {
                Expr::Temp(temp)
            }
        });
        let (differs, next) = (self.new_block(span), self.new_block(span));
        let terminator = Terminator::Branch {
            cond: Expr::compare(CompareOp::Ne, a, b),
            then: differs,
            otherwise: next,
        };
        self.split(at, terminator, next, span);
        let dst = self.function.new_temp(ty);
        let name = &self.function.locals[local].name;
        let what = format!("{name}, not volatile and changed before longjmp");
        let source = InputSource::Chosen(what.into());
        let kind = StmtKind::Havoc {
            dst,
            source,
            known: None,
        };
        let block = &mut self.function.blocks[differs];
        block.stmts = vec![Stmt { kind, span }, store(local, Expr::Temp(dst), span)];
        block.terminator = Terminator::Goto(next);
    }

    /// Adds the test after a call that may end by a jump.
    fn test(&mut self, at: &mut Cursor, call: Stmt) {
        let span = call.span;
        at.stmts.push(call);
        let level = self.function.new_temp(self.word);
        let kind = StmtKind::Load {
            dst: level,
            place: Place::Variable(Variable::Global(self.model.under_way), 0),
            volatile: false,
            moves: false,
            order: None,
        };
        at.stmts.push(Stmt { kind, span });
        let next = self.new_block(span);
        let unwinding = match self.unwinding {
            Some(block) => block,
            None => {
                let block = self.new_block(span);
                *self.unwinding.insert(block)
            }
        };
        let terminator = Terminator::Branch {
            cond: Expr::compare(CompareOp::Ne, Expr::Temp(level), Expr::int(32, 0)),
            then: unwinding,
            otherwise: next,
        };
        self.split(at, terminator, next, span);
    }

    /// Ends the last part of a split block with the terminator of the original.
    fn finish(
        &mut self,
        mut at: Cursor,
        end: Terminator,
        span: Span,
        invokes: impl Fn(&Block) -> bool,
    ) {
        if let (Terminator::Return(_) | Terminator::Unwind(_), Some(own)) = (&end, self.own) {
            let (leave, _) = self.call(self.model.leave, vec![Expr::Temp(own)], span);
            at.stmts.push(leave);
        }
        let block = &mut self.function.blocks[at.block];
        block.terminator = end;
        block.span = span;
        if invokes(block) {
            let what = "longjmp out of a function that may throw";
            let kind = StmtKind::Unsupported(what.into());
            at.stmts.push(Stmt { kind, span });
        }
        self.function.blocks[at.block].stmts = at.stmts;
    }

    /// Adds the entry of the function and its exit for a jump in progress.
    fn enter(&mut self) {
        let span = self.function.span;
        if let Some(own) = self.own {
            let enter = StmtKind::Call {
                dst: Some(own),
                target: CallTarget::Direct(self.model.enter),
                args: Vec::new(),
            };
            let declares = self.shadows.iter().map(|local| StmtKind::Declare(*local));
            let first = [enter].into_iter().chain(declares);
            let mut stmts: Vec<Stmt> = first.map(|kind| Stmt { kind, span }).collect();
            let block = &mut self.function.blocks[Function::ENTRY];
            stmts.append(&mut block.stmts);
            block.stmts = stmts;
        }
        let Some(unwinding) = self.unwinding else {
            return;
        };
        let span = self.function.blocks[unwinding].span;
        let away = match self.own {
            Some(own) => self.arrive_or_leave(unwinding, own, span),
            None => unwinding,
        };
        let ret = self.function.ret;
        let result = (ret != TypeTable::VOID).then_some(Expr::Undef(ret));
        let mut stmts = Vec::new();
        if let Some(own) = self.own {
            stmts.push(self.call(self.model.leave, vec![Expr::Temp(own)], span).0);
        }
        let block = &mut self.function.blocks[away];
        block.stmts = stmts;
        block.terminator = Terminator::Return(result);
        // The source has no return here.
        block.span = Span::NONE;
    }

    /// Branches to the call of `setjmp` that a jump leads to; returns the block for all other
    /// jumps.
    fn arrive_or_leave(&mut self, unwinding: BlockId, own: TempId, span: Span) -> BlockId {
        let level = self.function.new_temp(self.word);
        let load = StmtKind::Load {
            dst: level,
            place: Place::Variable(Variable::Global(self.model.under_way), 0),
            volatile: false,
            moves: false,
            order: None,
        };
        let (here, away) = (self.new_block(span), self.new_block(span));
        let (call, number) = self.call(self.model.call, Vec::new(), span);
        let nowhere = self.new_block(span);
        let numbered = (0_u64..).zip(&self.arrivals);
        let cases = numbered.map(|(number, to)| (cassay_bv::Bv::from_u64(32, number), *to));
        let cases = cases.collect();
        let block = &mut self.function.blocks[unwinding];
        block.stmts = vec![Stmt { kind: load, span }];
        block.terminator = Terminator::Branch {
            cond: Expr::compare(CompareOp::Eq, Expr::Temp(level), Expr::Temp(own)),
            then: here,
            otherwise: away,
        };
        let block = &mut self.function.blocks[here];
        block.stmts = vec![call];
        block.terminator = Terminator::Switch {
            value: number,
            cases,
            default: nowhere,
        };
        let what = "longjmp with a buffer whose contents were changed";
        let kind = StmtKind::Unsupported(what.into());
        self.function.blocks[nowhere].stmts = vec![Stmt { kind, span }];
        away
    }
}

fn store(local: LocalId, value: Expr, span: Span) -> Stmt {
    let kind = StmtKind::Store {
        place: Place::Variable(Variable::Local(local), 0),
        value,
        volatile: false,
        order: None,
    };
    Stmt { kind, span }
}

/// The variables whose lifetime begins in a function, and those of them that are volatile because
/// accesses to them by name are.
fn variables(function: &Function) -> (BTreeSet<LocalId>, BTreeSet<LocalId>) {
    let (mut declared, mut volatile) = (BTreeSet::new(), BTreeSet::new());
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Declare(local) = &stmt.kind {
            declared.insert(*local);
        }
        stmt.kind.accesses(|access| {
            if let Accessed::Variable(Variable::Local(local), _) = access.to
                && access.volatile
            {
                volatile.insert(local);
            }
        });
    }
    (declared, volatile)
}

/// Records a lifetime that begins or ends.
pub(crate) fn note_life(kind: &StmtKind, lives: &mut BTreeSet<LocalId>) {
    if let StmtKind::Declare(local) = kind {
        lives.insert(*local);
    } else if let StmtKind::Dead(local) = kind {
        lives.remove(local);
    }
}

/// The variables that are alive at the start of a block on every path.
pub(crate) fn alive_at_starts(function: &Function) -> IndexVec<BlockId, BTreeSet<LocalId>> {
    let mut known: IndexVec<BlockId, Option<BTreeSet<LocalId>>> =
        function.blocks.iter().map(|_| None).collect();
    let mut pending = vec![Function::ENTRY];
    known[Function::ENTRY] = Some(BTreeSet::new());
    while let Some(id) = pending.pop() {
        let mut lives = known[id].clone().unwrap_or_default();
        for stmt in &function.blocks[id].stmts {
            note_life(&stmt.kind, &mut lives);
        }
        function.blocks[id].terminator.successors(|next| {
            let new = match &known[next] {
                None => lives.clone(),
                Some(old) => old.intersection(&lives).copied().collect(),
            };
            if known[next].as_ref() != Some(&new) {
                known[next] = Some(new);
                pending.push(next);
            }
        });
    }
    let known = known.iter().cloned();
    known.map(Option::unwrap_or_default).collect()
}
