//! Which goals a program has.

use crate::decision::{self, Decisions};
use crate::probe::{self, At, Probe};
use cassay_base::Span;
use cassay_ir::{
    BlockId, ClaimId, Expr, Function, Program, StmtKind, TempId, Terminator, TypeTable,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// What tests are to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Every line with a statement.
    Location,
    /// Every outcome of what control flow depends on: both of each condition, inside of `&&` and `||` too, and the
    /// cases of `switch`.
    Branch,
    /// Both values of every condition, also of those whose value is only stored or passed on; and the cases of
    /// `switch`.
    Condition,
    /// That every condition of a decision decides its outcome alone (masking, ordered evaluation): for each condition
    /// two ways through the decision that differ in it and in the outcome, and agree in what else both evaluate.
    Mcdc,
}

impl Criterion {
    /// By its name for users.
    pub fn parse(name: &str) -> Option<Criterion> {
        match name {
            "location" => Some(Criterion::Location),
            "branch" => Some(Criterion::Branch),
            "condition" => Some(Criterion::Condition),
            "mcdc" => Some(Criterion::Mcdc),
            _ => None,
        }
    }

    /// Its name for users.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Location => "location",
            Criterion::Branch => "branch",
            Criterion::Condition => "condition",
            Criterion::Mcdc => "mcdc",
        }
    }
}

/// What a goal is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A line is executed.
    Line,
    /// A condition has this value.
    Condition(bool),
    /// A `switch` goes on at this case; at `default` or behind it without one.
    Case(Option<String>),
    /// A decision is taken on a way: the values of its conditions, as far as they are evaluated, and its outcome.
    Way(Vec<Option<bool>>, bool),
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Line => f.write_str("the line is executed"),
            What::Condition(value) => write!(f, "the condition is {value}"),
            What::Case(Some(case)) => write!(f, "the switch takes case {case}"),
            What::Case(None) => f.write_str("the switch takes no case"),
            What::Way(values, outcome) => {
                f.write_str("the conditions are")?;
                for value in values {
                    f.write_str(match value {
                        Some(true) => " true",
                        Some(false) => " false",
                        None => " -",
                    })?;
                }
                write!(f, ", the decision {outcome}")
            }
        }
    }
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The claim that it is not reached.
    pub claim: ClaimId,
    /// In which function.
    pub function: Arc<str>,
    /// Where.
    pub span: Span,
    /// What is to be reached.
    pub what: What,
    /// The decision that it belongs to, for [`Criterion::Mcdc`].
    pub decision: Option<usize>,
}

/// The goals of a program.
#[derive(Clone, Debug, Default)]
pub struct Goals {
    /// The goals, in program order.
    pub list: Vec<Goal>,
    /// Decisions with more conditions than are looked at, which have no goals: where.
    pub too_large: Vec<Span>,
}

impl Goals {
    /// The number of the goal of a claim.
    pub fn of(&self, claim: ClaimId) -> Option<usize> {
        self.list.iter().position(|goal| goal.claim == claim)
    }
}

/// Adds the claims of a criterion to a program and makes all others assumptions.
pub fn instrument(program: &mut Program, criterion: Criterion) -> Goals {
    let mut goals = Goals::default();
    assume_claims(program);
    for id in program.functions.ids() {
        if !is_users(program, &program.functions[id]) {
            continue;
        }
        let mut finder = Finder {
            program,
            function: id,
            goals: &mut goals,
            lines: BTreeMap::new(),
            probes: Vec::new(),
        };
        match criterion {
            Criterion::Location => finder.lines(),
            Criterion::Branch => finder.conditions(false),
            Criterion::Condition => finder.conditions(true),
            Criterion::Mcdc => finder.ways(),
        }
        let probes = finder.probes;
        probe::insert(&mut program.functions[id], probes, &goals.list);
    }
    goals
}

/// An execution that violates a claim of the program is no test.
fn assume_claims(program: &mut Program) {
    for function in program.functions.iter_mut() {
        for stmt in function
            .blocks
            .iter_mut()
            .flat_map(|block| &mut block.stmts)
        {
            if let StmtKind::Assert { cond, .. } = &stmt.kind {
                stmt.kind = StmtKind::Assume(cond.clone());
            }
        }
    }
}

/// Whether the user wrote the function.
fn is_users(program: &Program, function: &Function) -> bool {
    function.has_body()
        && !function.model
        && !function.library
        && !function.name.starts_with("__cassay_")
        && function.span.is_known()
        && !program.is_in_library(function.span)
}

struct Finder<'a> {
    program: &'a mut Program,
    function: cassay_ir::FuncId,
    goals: &'a mut Goals,
    /// Goals that several places share.
    lines: BTreeMap<(cassay_base::FileId, u32), usize>,
    probes: Vec<Probe>,
}

impl Finder<'_> {
    fn body(&self) -> &Function {
        &self.program.functions[self.function]
    }

    fn goal(&mut self, span: Span, what: What) -> usize {
        let goal = Goal {
            claim: self.program.claims.fresh(),
            function: self.body().name.clone(),
            span,
            what,
            decision: None,
        };
        self.goals.list.push(goal);
        self.goals.list.len() - 1
    }

    fn is_shown(&self, span: Span) -> bool {
        span.is_known() && !self.program.is_in_library(span)
    }

    /// A goal for every line; it is where a block first comes to the line.
    fn lines(&mut self) {
        for block in self.body().blocks.ids() {
            let mut seen = BTreeSet::new();
            let body = &self.body().blocks[block];
            let stmts = body.stmts.iter().enumerate();
            let stmts = stmts.filter(|(_, stmt)| is_code(&stmt.kind));
            let mut places: Vec<(usize, Span)> =
                stmts.map(|(index, stmt)| (index, stmt.span)).collect();
            if ends_in_code(&body.terminator) {
                places.push((body.stmts.len(), body.span));
            }
            for (index, span) in places {
                if !self.is_shown(span) || !seen.insert((span.file, span.line)) {
                    continue;
                }
                let key = (span.file, span.line);
                let goal = match self.lines.get(&key) {
                    Some(goal) => *goal,
                    None => {
                        let goal = self.goal(Span { column: 0, ..span }, What::Line);
                        self.lines.insert(key, goal);
                        goal
                    }
                };
                let at = At::Before(block, index, None);
                self.probes.push(Probe { goal, at });
            }
        }
    }

    /// Two goals for every condition, one for every case. `stored`: also for conditions that control nothing.
    fn conditions(&mut self, stored: bool) {
        let uses = Uses::new(self.body());
        for block in self.body().blocks.ids() {
            let body = self.body().blocks[block].clone();
            for (index, stmt) in body.stmts.iter().enumerate() {
                if let StmtKind::Assign { dst, value } = &stmt.kind
                    && self.is_shown(stmt.span)
                    && (uses.is_last_operand(*dst, value) || stored && uses.is_stored(*dst, value))
                {
                    for outcome in [true, false] {
                        let goal = self.goal(stmt.span, What::Condition(outcome));
                        let value = Expr::Temp(*dst);
                        let cond = if outcome { value } else { value.not() };
                        // The temporary has its value behind the statement.
                        let at = At::Before(block, index + 1, Some(cond));
                        self.probes.push(Probe { goal, at });
                    }
                }
            }
            if self.is_shown(body.span) {
                self.outcomes(block, &body.terminator, body.span, &uses);
            }
        }
    }

    fn outcomes(&mut self, block: BlockId, end: &Terminator, span: Span, uses: &Uses) {
        match end {
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } if then != otherwise && !uses.is_joined(cond) => {
                for (successor, outcome) in [(0, true), (1, false)] {
                    let goal = self.goal(span, What::Condition(outcome));
                    let at = At::Edge(block, successor);
                    self.probes.push(Probe { goal, at });
                }
            }
            Terminator::Switch { cases, .. } => self.cases(block, span, cases.len(), |number| {
                let (value, _) = cases.get(number)?;
                Some(value.signed_decimal())
            }),
            Terminator::Branch { .. }
            | Terminator::Goto(_)
            | Terminator::IndirectGoto { .. }
            | Terminator::Invoke { .. }
            | Terminator::Return(_)
            | Terminator::Unwind(_)
            | Terminator::Unreachable => {}
        }
    }

    fn cases(
        &mut self,
        block: BlockId,
        span: Span,
        count: usize,
        name: impl Fn(usize) -> Option<String>,
    ) {
        // The successors are those of the cases, then the default.
        for successor in 0..=count {
            let goal = self.goal(span, What::Case(name(successor)));
            let at = At::Edge(block, successor);
            self.probes.push(Probe { goal, at });
        }
    }

    /// A goal for every way through a decision.
    fn ways(&mut self) {
        let Decisions { found, too_large } = decision::find(self.body(), |span| {
            span.is_known() && !self.program.is_in_library(span)
        });
        self.goals.too_large.extend(too_large);
        for decision in found {
            let number = self.goals.list.len();
            let register = decision::follow(self.program, self.function, &decision);
            for way in &decision.ways {
                let what = What::Way(way.values.clone(), way.outcome);
                let goal = self.goal(decision.span, what);
                self.goals.list[goal].decision = Some(number);
                let at = register.place(way);
                self.probes.extend(at.map(|at| Probe { goal, at }));
            }
        }
    }
}

/// How temporaries that are Booleans are used.
pub(crate) struct Uses {
    /// How often each is assigned.
    assigned: BTreeMap<TempId, usize>,
    /// Those that a branch depends on, or that are moved to another.
    moved: BTreeSet<TempId>,
    /// Those that anything else but claims depends on.
    used: BTreeSet<TempId>,
    booleans: BTreeSet<TempId>,
}

impl Uses {
    pub(crate) fn new(function: &Function) -> Uses {
        let temps = function.temps.iter_enumerated();
        let booleans = temps.filter(|(_, temp)| temp.ty == TypeTable::BOOL);
        let mut uses = Uses {
            assigned: BTreeMap::new(),
            moved: BTreeSet::new(),
            used: BTreeSet::new(),
            booleans: booleans.map(|(id, _)| id).collect(),
        };
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                uses.statement(&stmt.kind);
            }
            if let Terminator::Branch { cond, .. } = &block.terminator {
                uses.moved.extend(cond.temps());
            } else {
                let used = &mut uses.used;
                block
                    .terminator
                    .expressions(|expr| used.extend(expr.temps()));
            }
        }
        uses
    }

    fn statement(&mut self, kind: &StmtKind) {
        if let StmtKind::Assign { dst, value } = kind {
            *self.assigned.entry(*dst).or_default() += 1;
            if let Some(temp) = value.as_temp() {
                self.moved.insert(temp);
                return;
            }
        }
        // What only claims ask for is no condition of the program.
        if !matches!(kind, StmtKind::Assert { .. } | StmtKind::Assume(_)) {
            let used = &mut self.used;
            kind.expressions(|expr| used.extend(expr.temps()));
        }
    }

    /// Whether several assignments meet in the temporary: the value of `&&`, `||` or `?:`.
    fn is_several(&self, temp: TempId) -> bool {
        self.assigned.get(&temp).is_some_and(|count| *count > 1)
    }

    /// Whether a condition is the value of `&&`, `||` or `?:`, whose own conditions have goals.
    pub(crate) fn is_joined(&self, cond: &Expr) -> bool {
        cond.as_temp().is_some_and(|temp| self.is_several(temp))
    }

    /// Whether an assignment gives `&&`, `||` or `?:` the value of its last operand.
    pub(crate) fn is_last_operand(&self, dst: TempId, value: &Expr) -> bool {
        let moved = value.as_temp().is_none_or(|temp| !self.is_several(temp));
        self.booleans.contains(&dst) && self.is_several(dst) && value.as_int().is_none() && moved
    }

    /// Whether an assignment compares, and the result is stored or passed on.
    fn is_stored(&self, dst: TempId, value: &Expr) -> bool {
        let compares = matches!(value, Expr::Compare(_, _, _) | Expr::FloatCompare(_, _, _));
        compares && self.used.contains(&dst) && !self.moved.contains(&dst) && !self.is_several(dst)
    }
}

/// Whether a statement does what some source says, rather than begin or end a scope.
fn is_code(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Seal(_)
            | StmtKind::EndStack(_)
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Fence(_)
            | StmtKind::Hold { .. }
    )
}

/// The same for the end of a block.
fn ends_in_code(end: &Terminator) -> bool {
    match end {
        Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Return(_) => true,
        Terminator::Goto(_) | Terminator::Unwind(_) | Terminator::Unreachable => false,
    }
}
