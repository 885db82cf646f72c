//! Base variables of pointers: the variable whose value a called function's pointer is computed
//! from.
//!
//! An object without a name can be havocked through a variable that holds a pointer to it and that
//! the loop does not change. A pointer in a called function is based on such a variable if it is
//! computed from a parameter, and every call inside the loop passes an argument based on the same
//! variable.

use crate::points_to::{PointsTo, targets};
use crate::writes::base_variable;
use cassay_ir::{
    Accessed, BlockId, Expr, FuncId, Function, LocalId, Place, Program, StmtKind, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// A variable, and the offset in it at which a pointer is stored.
pub(crate) type Base = (Variable, u64);

/// The base variables of parameters of called functions.
#[derive(Default)]
pub(crate) struct Bases {
    /// By function and position; `None` where calls differ.
    params: BTreeMap<(FuncId, usize), Option<Base>>,
}

impl Bases {
    /// Computes them for the functions that the blocks of a loop call, directly or not.
    pub fn of(
        program: &Program,
        points_to: &PointsTo,
        of: (FuncId, &BTreeSet<BlockId>),
        called: &BTreeSet<FuncId>,
    ) -> Bases {
        let mut bases = Bases::default();
        let (own, blocks) = of;
        loop {
            let mut changed = false;
            for &block in blocks {
                changed |= bases.calls(program, points_to, (own, block), true);
            }
            for &callee in called {
                for block in program.functions[callee].blocks.ids() {
                    changed |= bases.calls(program, points_to, (callee, block), false);
                }
            }
            if !changed {
                return bases;
            }
        }
    }

    /// The base variable of a pointer in a called function.
    pub fn find(&self, program: &Program, function: FuncId, pointer: &Expr) -> Option<Base> {
        self.look(program, function, pointer).ok().flatten()
    }

    /// The same; an error where nothing is known of the parameter yet.
    fn look(&self, program: &Program, id: FuncId, pointer: &Expr) -> Result<Option<Base>, ()> {
        let function = &program.functions[id];
        let Some((variable, offset)) = base_variable(function, pointer) else {
            return Ok(None);
        };
        match variable {
            Variable::Global(_) => Ok(Some((variable, offset))),
            Variable::Local(_) if offset != 0 => Ok(None),
            Variable::Local(local) => match parameter(function, local) {
                Some(position) => self.params.get(&(id, position)).copied().ok_or(()),
                None => Ok(None),
            },
        }
    }

    /// Adds the calls of a block; whether anything changed.
    fn calls(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        (id, block): (FuncId, BlockId),
        own: bool,
    ) -> bool {
        let mut changed = false;
        let function = &program.functions[id];
        for (index, call) in function.blocks[block].enters() {
            for callee in targets(points_to, (id, block, index), call.target) {
                for (position, arg) in call.args.iter().enumerate() {
                    let base = if own {
                        Ok(base_variable(function, arg))
                    } else {
                        self.look(program, id, arg)
                    };
                    if let Ok(base) = base {
                        changed |= self.pass((callee, position), base);
                    }
                }
            }
        }
        changed
    }

    fn pass(&mut self, param: (FuncId, usize), base: Option<Base>) -> bool {
        match self.params.get(&param) {
            None => {
                self.params.insert(param, base);
                true
            }
            Some(None) => false,
            Some(known) if *known == base => false,
            Some(Some(_)) => {
                self.params.insert(param, None);
                true
            }
        }
    }
}

/// The position of the parameter whose value a variable always has.
fn parameter(function: &Function, local: LocalId) -> Option<usize> {
    if function.locals.get(local)?.address_taken {
        return None;
    }
    let mut writes = 0;
    let mut stored = None;
    for stmt in function.statements() {
        stmt.kind.accesses(|access| {
            if let Accessed::Variable(Variable::Local(written), _) = access.to {
                writes += usize::from(access.writes && written == local);
            }
        });
        if let StmtKind::Store {
            place: Place::Variable(Variable::Local(written), 0),
            value: Expr::Temp(value),
            ..
        } = &stmt.kind
            && *written == local
        {
            stored = Some(*value);
        }
    }
    let value = stored.filter(|_| writes == 1)?;
    function.params.iter().position(|param| *param == value)
}
