//! Decisions: what `&&`, `||`, `!` and `?:` made of one expression, found in the control flow.
//!
//! A condition is the end of a block that branches, or the last operand of an expression whose value is stored. Two
//! branches belong to one decision if the second is reached only from the first, does nothing but compute its
//! condition, and one of its targets is the other target of the first: so compilers write `a && b` and `a || b`.

use crate::goals::Uses;
use crate::probe::{At, on_edge};
use cassay_base::Span;
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, BlockId, CompareOp, Expr, FuncId, Function, Program, Stmt, StmtKind, TempId,
    Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most conditions of a decision with goals.
const MOST_CONDITIONS: usize = 8;
/// The most ways through a decision with goals.
const MOST_WAYS: usize = 64;

/// A way through a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// The values of the conditions, as far as they are evaluated.
    pub(crate) values: Vec<Option<bool>>,
    /// The value of the whole.
    pub(crate) outcome: bool,
    /// The outcomes in order, below a leading one: what the register holds behind the last edge.
    code: u64,
    /// The last step.
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The edge on which the decision is left.
    Edge(BlockId, usize),
    /// The last operand, which has this value.
    Value(BlockId, bool),
}

/// A decision.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// Where it begins.
    pub(crate) span: Span,
    /// The ways through it.
    pub(crate) ways: Vec<Way>,
    root: BlockId,
    /// The blocks whose ends are conditions, in the order of evaluation.
    branches: Vec<BlockId>,
    /// Last operands: the block, the statement that moves the value, the temporary it is moved to.
    operands: BTreeMap<BlockId, (usize, TempId)>,
}

/// The decisions of a function, and where those are that are too large.
pub(crate) struct Decisions {
    pub(crate) found: Vec<Decision>,
    pub(crate) too_large: Vec<Span>,
}

/// Finds the decisions of a function at places that are shown.
pub(crate) fn find(function: &Function, shown: impl Fn(Span) -> bool) -> Decisions {
    let finder = Finder::new(function);
    let mut decisions = Decisions {
        found: Vec::new(),
        too_large: Vec::new(),
    };
    for group in finder.groups() {
        let span = function.blocks[group.root].span;
        if !shown(span) {
            continue;
        }
        match group.ways() {
            Some(ways) => decisions.found.push(Decision {
                span,
                ways,
                root: group.root,
                branches: group.branches.keys().copied().collect(),
                operands: group.operands,
            }),
            None => decisions.too_large.push(span),
        }
    }
    decisions
}

/// A set of conditions with a common root.
#[derive(Clone, Debug)]
struct Group {
    root: BlockId,
    /// Conditions with their two targets.
    branches: BTreeMap<BlockId, [BlockId; 2]>,
    operands: BTreeMap<BlockId, (usize, TempId)>,
    /// Blocks that give the whole a constant.
    constants: BTreeMap<BlockId, bool>,
}

impl Group {
    fn exits(&self) -> BTreeSet<BlockId> {
        let targets = self.branches.values().flatten().copied();
        targets
            .filter(|target| !self.branches.contains_key(target))
            .collect()
    }

    /// Every way; none if there are too many.
    fn ways(&self) -> Option<Vec<Way>> {
        let mut numbers: BTreeMap<BlockId, usize> = BTreeMap::new();
        let mut open = vec![self.root];
        while let Some(block) = open.pop() {
            if numbers.contains_key(&block) {
                continue;
            }
            if let Some(targets) = self.branches.get(&block) {
                numbers.insert(block, numbers.len());
                open.extend(targets.iter().rev());
            } else if self.operands.contains_key(&block) {
                numbers.insert(block, numbers.len());
            }
        }
        if numbers.len() > MOST_CONDITIONS {
            return None;
        }
        // The target of the last condition, where that is true, is the outcome true.
        let last = numbers.iter().max_by_key(|(_, number)| **number);
        let positive = last.and_then(|(block, _)| Some(self.branches.get(block)?[0]));
        let mut walk = Walk {
            group: self,
            numbers: &numbers,
            positive,
            ways: Vec::new(),
        };
        walk.from(self.root, vec![None; numbers.len()], 1)?;
        Some(walk.ways)
    }
}

struct Walk<'a> {
    group: &'a Group,
    numbers: &'a BTreeMap<BlockId, usize>,
    positive: Option<BlockId>,
    ways: Vec<Way>,
}

impl Walk<'_> {
    /// The depth is limited by the number of conditions.
    fn from(&mut self, block: BlockId, values: Vec<Option<bool>>, code: u64) -> Option<()> {
        let number = *self.numbers.get(&block)?;
        for (successor, value) in [(0, true), (1, false)] {
            let mut values = values.clone();
            values[number] = Some(value);
            let code = code << 1 | u64::from(value);
            let Some(targets) = self.group.branches.get(&block) else {
                self.end(values, value, code, End::Value(block, value))?;
                continue;
            };
            let target = targets[successor];
            if self.numbers.contains_key(&target) {
                self.from(target, values, code)?;
                continue;
            }
            let outcome = match self.group.constants.get(&target) {
                Some(outcome) => *outcome,
                None => Some(target) == self.positive,
            };
            self.end(values, outcome, code, End::Edge(block, successor))?;
        }
        Some(())
    }

    fn end(&mut self, values: Vec<Option<bool>>, outcome: bool, code: u64, end: End) -> Option<()> {
        self.ways.push(Way {
            values,
            outcome,
            code,
            end,
        });
        (self.ways.len() <= MOST_WAYS).then_some(())
    }
}

struct Finder<'a> {
    function: &'a Function,
    uses: Uses,
    predecessors: BTreeMap<BlockId, BTreeSet<BlockId>>,
}

impl<'a> Finder<'a> {
    fn new(function: &'a Function) -> Self {
        let mut predecessors: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
        for (id, block) in function.blocks.iter_enumerated() {
            block.terminator.successors(|next| {
                predecessors.entry(next).or_default().insert(id);
            });
        }
        Finder {
            function,
            uses: Uses::new(function),
            predecessors,
        }
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: BTreeMap<BlockId, Group> = BTreeMap::new();
        for (id, block) in self.function.blocks.iter_enumerated() {
            if let Some(targets) = self.condition(&block.terminator) {
                let group = Group {
                    root: id,
                    branches: [(id, targets)].into(),
                    operands: BTreeMap::new(),
                    constants: BTreeMap::new(),
                };
                groups.insert(id, group);
            }
        }
        let mut stored = self.stored(&mut groups);
        while let Some((first, second)) = self.mergeable(&groups) {
            if let (Some(second), Some(first)) = (groups.remove(&second), groups.get_mut(&first)) {
                first.branches.extend(second.branches);
            }
        }
        stored.extend(groups.into_values());
        stored.sort_by_key(|group| group.root);
        stored
    }

    /// The targets of a branch that is a condition.
    fn condition(&self, end: &Terminator) -> Option<[BlockId; 2]> {
        let Terminator::Branch {
            cond,
            then,
            otherwise,
        } = end
        else {
            return None;
        };
        let is_condition = then != otherwise && !self.uses.is_joined(cond);
        is_condition.then_some([*then, *otherwise])
    }

    /// Expressions whose value is stored: their last operands and constants, and the branches that lead to nothing
    /// else. Those branches are taken out of the groups.
    fn stored(&self, groups: &mut BTreeMap<BlockId, Group>) -> Vec<Group> {
        let mut operands: BTreeMap<TempId, BTreeMap<BlockId, (usize, TempId)>> = BTreeMap::new();
        let mut constants: BTreeMap<TempId, BTreeMap<BlockId, bool>> = BTreeMap::new();
        for (id, block) in self.function.blocks.iter_enumerated() {
            for (index, stmt) in block.stmts.iter().enumerate() {
                let StmtKind::Assign { dst, value } = &stmt.kind else {
                    continue;
                };
                if self.uses.is_last_operand(*dst, value) {
                    let of = operands.entry(*dst).or_default();
                    of.insert(id, (index, *dst));
                } else if let Some(bits) = value.as_int()
                    && bits.width() == 1
                {
                    let of = constants.entry(*dst).or_default();
                    of.insert(id, !bits.is_zero());
                }
            }
        }
        let mut found = Vec::new();
        for (temp, operands) in operands {
            let constants = constants.remove(&temp).unwrap_or_default();
            let mut inside: BTreeSet<BlockId> = operands.keys().copied().collect();
            inside.extend(constants.keys());
            let mut branches = BTreeMap::new();
            loop {
                let next = groups.values().find(|group| {
                    let [then, otherwise] = group.branches[&group.root];
                    inside.contains(&then) && inside.contains(&otherwise)
                });
                let Some(root) = next.map(|group| group.root) else {
                    break;
                };
                if let Some(group) = groups.remove(&root) {
                    inside.insert(root);
                    branches.extend(group.branches);
                }
            }
            let targets: BTreeSet<BlockId> = branches.values().flatten().copied().collect();
            let roots: Vec<BlockId> = branches
                .keys()
                .filter(|block| !targets.contains(block))
                .copied()
                .collect();
            if let [root] = roots.as_slice() {
                found.push(Group {
                    root: *root,
                    branches,
                    operands,
                    constants,
                });
            } else {
                // Not what an expression becomes: its branches are decisions of their own.
                for (block, targets) in branches {
                    groups.insert(
                        block,
                        Group {
                            root: block,
                            branches: [(block, targets)].into(),
                            operands: BTreeMap::new(),
                            constants: BTreeMap::new(),
                        },
                    );
                }
            }
        }
        found
    }

    /// Two groups that are parts of one decision, by their roots.
    fn mergeable(&self, groups: &BTreeMap<BlockId, Group>) -> Option<(BlockId, BlockId)> {
        for second in groups.values() {
            if !self.only_computes(second.root) {
                continue;
            }
            let first = groups.values().find(|first| {
                let leads = first.exits().contains(&second.root);
                let before = self.predecessors.get(&second.root);
                let alone = before.is_some_and(|blocks| {
                    blocks
                        .iter()
                        .all(|block| first.branches.contains_key(block))
                });
                let others: Vec<BlockId> = first
                    .exits()
                    .into_iter()
                    .filter(|exit| *exit != second.root)
                    .collect();
                let shared = match others.as_slice() {
                    [other] => second.exits().contains(other) && second.exits().len() == 2,
                    _ => false,
                };
                first.root != second.root && leads && alone && shared
            });
            if let Some(first) = first {
                return Some((first.root, second.root));
            }
        }
        None
    }

    /// Whether a block does nothing but compute its condition.
    fn only_computes(&self, block: BlockId) -> bool {
        let stmts = &self.function.blocks[block].stmts;
        stmts.iter().all(|stmt| {
            matches!(
                stmt.kind,
                StmtKind::Assign { .. }
                    | StmtKind::Load { .. }
                    | StmtKind::Assume(_)
                    | StmtKind::Assert { .. }
                    | StmtKind::Call { .. }
                    | StmtKind::Havoc { .. }
            )
        })
    }
}

/// What holds the outcomes of the conditions of a decision so far.
pub(crate) struct Register {
    temp: TempId,
    width: u32,
    /// The blocks on the edges of the decision.
    edges: BTreeMap<(BlockId, usize), BlockId>,
    operands: BTreeMap<BlockId, (usize, TempId)>,
}

/// Width of the register: a bit for each condition, and the leading one.
const WIDTH: u32 = 16;

/// Lets a new temporary follow the ways through a decision.
pub(crate) fn follow(program: &mut Program, function: FuncId, decision: &Decision) -> Register {
    let ty = program.types.int(WIDTH);
    let body = &mut program.functions[function];
    let temp = body.new_temp(ty);
    let mut register = Register {
        temp,
        width: WIDTH,
        edges: BTreeMap::new(),
        operands: decision.operands.clone(),
    };
    for block in &decision.branches {
        for (successor, value) in [(0, 1), (1, 0)] {
            let before = match *block == decision.root {
                true => Expr::int(WIDTH, 1),
                false => Expr::Temp(temp),
            };
            let twice = Expr::binary(BinaryOp::Add, before.clone(), before);
            let value = Expr::binary(BinaryOp::Add, twice, Expr::int(WIDTH, value));
            let stmt = Stmt {
                kind: StmtKind::Assign { dst: temp, value },
                span: decision.span,
            };
            let edge = on_edge(body, *block, successor, vec![stmt], decision.span);
            register
                .edges
                .extend(edge.map(|edge| ((*block, successor), edge)));
        }
    }
    register
}

impl Register {
    /// Where a way ends.
    pub(crate) fn place(&self, way: &Way) -> Option<At> {
        let holds = |code: u64| {
            let code = Expr::Int(Bv::from_u64(self.width, code));
            Expr::compare(CompareOp::Eq, Expr::Temp(self.temp), code)
        };
        match way.end {
            End::Edge(block, successor) => {
                let edge = self.edges.get(&(block, successor))?;
                Some(At::Before(*edge, 1, Some(holds(way.code))))
            }
            End::Value(block, value) => {
                let (index, temp) = self.operands.get(&block)?;
                let last = Expr::Temp(*temp);
                let last = if value { last } else { last.not() };
                let cond = Expr::binary(BinaryOp::And, last, holds(way.code >> 1));
                Some(At::Before(block, index + 1, Some(cond)))
            }
        }
    }
}
