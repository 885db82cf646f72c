//! Which temporaries a block may still read: only those are merged at joins.

use cassay_base::{Id, IndexVec};
use cassay_ir::{Block, BlockId, Expr, Function, TempId};

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
            stmt.kind.expressions(|expr| effect.reads(expr));
            stmt.kind
                .defines()
                .into_iter()
                .for_each(|dst| effect.writes(dst));
        }
        block.terminator.expressions(|expr| effect.reads(expr));
        effect
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
