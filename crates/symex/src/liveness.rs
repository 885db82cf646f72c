//! Which temporaries a block may still read: only those are merged at joins.

use cassay_base::{Id, IndexVec};
use cassay_ir::{Block, BlockId, CallTarget, Expr, Function, Place, StmtKind, TempId, Terminator};

/// Temporaries live at the start of each block.
#[derive(Clone, Debug)]
pub struct Liveness {
    live: IndexVec<BlockId, Vec<u64>>,
}

impl Liveness {
    /// Computes liveness by the usual backward fixpoint.
    pub fn new(function: &Function) -> Liveness {
        let words = function.temps.len().div_ceil(64);
        let effects: IndexVec<BlockId, Effect> = function
            .blocks
            .iter()
            .map(|block| Effect::of(block, words))
            .collect();
        let mut live: IndexVec<BlockId, Vec<u64>> =
            function.blocks.iter().map(|_| vec![0; words]).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for block in function.blocks.ids().rev() {
                let mut out = vec![0; words];
                function.blocks[block].terminator.successors(|target| {
                    for (o, l) in out.iter_mut().zip(&live[target]) {
                        *o |= l;
                    }
                });
                let effect = &effects[block];
                for word in 0..words {
                    let value = effect.read[word] | (out[word] & !effect.written[word]);
                    changed |= live[block][word] != value;
                    live[block][word] = value;
                }
            }
        }
        Liveness { live }
    }

    /// Whether a temporary may be read from the start of a block on.
    pub fn at_start(&self, block: BlockId, temp: TempId) -> bool {
        self.live[block]
            .get(temp.index() / 64)
            .is_some_and(|word| word >> (temp.index() % 64) & 1 == 1)
    }
}

/// What a block reads before writing, and what it writes.
struct Effect {
    read: Vec<u64>,
    written: Vec<u64>,
}

impl Effect {
    fn of(block: &Block, words: usize) -> Effect {
        let mut effect = Effect {
            read: vec![0; words],
            written: vec![0; words],
        };
        for stmt in &block.stmts {
            effect.statement(&stmt.kind);
        }
        effect.terminator(&block.terminator);
        effect
    }

    fn statement(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Assign { dst, value } => {
                self.reads(value);
                self.writes(*dst);
            }
            StmtKind::Load { dst, place, .. } => {
                self.place(place);
                self.writes(*dst);
            }
            StmtKind::Store { place, value, .. } => {
                self.place(place);
                self.reads(value);
            }
            StmtKind::Assume(cond) | StmtKind::Assert { cond, .. } => self.reads(cond),
            StmtKind::Havoc { dst, .. } => self.writes(*dst),
            StmtKind::Alloc { dst, size, .. } => {
                self.reads(size);
                self.writes(*dst);
            }
            StmtKind::Free(pointer) | StmtKind::EndStack(pointer) => self.reads(pointer),
            StmtKind::MemCopy { dst, src, len, .. } => {
                self.reads(dst);
                self.reads(src);
                self.reads(len);
            }
            StmtKind::MemSet { dst, value, len } => {
                self.reads(dst);
                self.reads(value);
                self.reads(len);
            }
            StmtKind::Call { dst, target, args } => {
                self.call(target, args);
                dst.iter().for_each(|dst| self.writes(*dst));
            }
            StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence
            | StmtKind::Unsupported(_) => {}
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(_) | Terminator::Return(None) | Terminator::Unreachable => {}
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::IndirectGoto { target: value, .. }
            | Terminator::Return(Some(value)) => self.reads(value),
            Terminator::Invoke {
                dst, target, args, ..
            } => {
                self.call(target, args);
                dst.iter().for_each(|dst| self.writes(*dst));
            }
        }
    }

    fn call(&mut self, target: &CallTarget, args: &[Expr]) {
        match target {
            CallTarget::Direct(_) => {}
            CallTarget::Indirect(pointer) => self.reads(pointer),
        }
        args.iter().for_each(|arg| self.reads(arg));
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Variable(_, _) => {}
            Place::Deref(pointer, _) => self.reads(pointer),
        }
    }

    fn reads(&mut self, expr: &Expr) {
        match expr {
            Expr::Temp(temp) => {
                let (word, bit) = (temp.index() / 64, temp.index() % 64);
                if let Some(written) = self.written.get(word)
                    && written >> bit & 1 == 0
                {
                    self.read[word] |= 1 << bit;
                }
            }
            other => other.operands(|operand| self.reads(operand)),
        }
    }

    fn writes(&mut self, temp: TempId) {
        if let Some(word) = self.written.get_mut(temp.index() / 64) {
            *word |= 1 << (temp.index() % 64);
        }
    }
}
