//! The edges of the machine: symbolic execution of the program of each step.

use crate::prepare::Prepared;
use crate::state::{State, Unsettled};
use crate::steps::Steps;
use crate::{Extraction, Failure, Head, Opening, Options, Reading, Refutes};
use cassay_base::{Id, IndexVec, Span, Stop};
use cassay_efsm::{Control, ControlId, ControlKind, Edge, EdgeId, Machine, Passage, VarId};
use cassay_ir::{BlockId, ClaimId, FuncId, GlobalId, InputSource, Note};
use cassay_symex::{Equation, InputKind, Obligation, ObligationKind, Observation};
use cassay_term::{Pool, Sort, TermId, substitute_all, symbols_of};
use std::collections::{BTreeMap, BTreeSet};

/// A machine that is being made.
pub(crate) struct Edges<'a> {
    prepared: &'a Prepared,
    state: &'a State,
    steps: &'a Steps,
    machine: Machine,
    claims: Vec<ClaimId>,
    errors: BTreeMap<ClaimId, ControlId>,
    open: Vec<Opening>,
    opened: BTreeMap<(String, Span), ControlId>,
    heads: BTreeMap<BlockId, ControlId>,
    notes: BTreeSet<Note>,
    readings: BTreeMap<ControlId, Reading>,
    /// What steps may do to pointers, though the state says that none does.
    moved: Unsettled,
}

/// What came of making a machine.
pub(crate) enum Made {
    /// The machine.
    Machine(Box<Extraction>),
    /// Something that was assumed of pointers does not hold.
    Moved(Unsettled),
}

/// An edge before its terms are about the variables of the machine.
struct Draft {
    to: ControlId,
    guard: TermId,
    updates: Vec<(VarId, TermId)>,
}

impl<'a> Edges<'a> {
    pub fn new(prepared: &'a Prepared, state: &'a State, steps: &'a Steps, pool: Pool) -> Self {
        let mut controls: IndexVec<ControlId, Control> = IndexVec::new();
        let span = prepared.function().span;
        let initial = controls.push(Control {
            kind: ControlKind::Entry,
            name: "entry".into(),
            span,
        });
        let start = pool.tru();
        let mut edges = Edges {
            prepared,
            state,
            steps,
            machine: Machine {
                pool,
                variables: IndexVec::new(),
                inputs: Vec::new(),
                controls,
                edges: IndexVec::<EdgeId, Edge>::new(),
                initial,
                start,
            },
            claims: Vec::new(),
            errors: BTreeMap::new(),
            open: Vec::new(),
            opened: BTreeMap::new(),
            heads: BTreeMap::new(),
            notes: BTreeSet::new(),
            readings: BTreeMap::new(),
            moved: Unsettled::default(),
        };
        for variable in &state.variables {
            let sort = match variable.width {
                1 => Sort::Bool,
                width => Sort::Bv(width),
            };
            let symbol = edges.machine.pool.fresh(&variable.name, sort);
            edges.machine.variables.push(cassay_efsm::Variable {
                name: variable.name.clone(),
                symbol,
            });
        }
        edges.add_heads();
        edges
    }

    /// The function that a block of the body belongs to.
    fn owner(&self, head: BlockId) -> FuncId {
        let chain = self.prepared.chains.get(head.index());
        let innermost = chain.and_then(|chain| chain.last());
        innermost.copied().unwrap_or(self.prepared.body)
    }

    fn span(&self, head: BlockId) -> Span {
        let block = &self.prepared.function().blocks[head];
        let spans = block.stmts.iter().map(|stmt| stmt.span);
        let mut spans = spans.chain([block.span]);
        spans.find(|span| span.is_known()).unwrap_or(block.span)
    }

    fn add_heads(&mut self) {
        let mut used: BTreeMap<FuncId, usize> = BTreeMap::new();
        for &head in &self.prepared.heads {
            let owner = self.owner(head);
            let count = used.entry(owner).or_default();
            let name = format!("{}.{count}", self.prepared.program.functions[owner].name);
            *count += 1;
            let control = self.machine.controls.push(Control {
                kind: ControlKind::LoopHead(name.clone()),
                name,
                span: self.span(head),
            });
            self.heads.insert(head, control);
        }
    }

    /// The machine, or pointers that are not what the state says of them.
    pub fn make(
        mut self,
        options: &Options,
        refutes: Refutes,
        stop: &Stop,
    ) -> Result<Made, Failure> {
        let mut starts = vec![(self.machine.initial, self.steps.start, 0)];
        for (head, function) in &self.steps.from {
            starts.push((self.heads[head], *function, self.steps.made[head]));
        }
        for (from, function, made) in starts {
            let (equation, state) = self.step(from, function, options, refutes, stop)?;
            if self.prepared.layouts.is_empty() {
                let reading = Reading {
                    equation,
                    made,
                    state,
                };
                self.readings.insert(from, reading);
            }
        }
        if !self.moved.is_empty() {
            return Ok(Made::Moved(self.moved));
        }
        let mut found = BTreeMap::new();
        for (block, control) in &self.heads {
            let function = self.owner(*block);
            let span = self.span(*block);
            found.insert(*control, Head { function, span });
        }
        Ok(Made::Machine(Box::new(Extraction {
            machine: self.machine,
            claims: self.claims,
            open: self.open,
            heads: found,
            variables: self.state.variables.clone(),
            notes: self.notes.into_iter().collect(),
            readings: self.readings,
        })))
    }

    /// The edges that leave a control state.
    fn step(
        &mut self,
        from: ControlId,
        function: FuncId,
        options: &Options,
        refutes: Refutes,
        stop: &Stop,
    ) -> Result<(Equation, Vec<(TermId, VarId)>), Failure> {
        let mut bounds = options.bounds.clone();
        bounds.observed = self.steps.observed.iter().copied().collect();
        bounds.observed.insert(self.steps.place);
        let program = &self.steps.program;
        let equation =
            cassay_symex::execute(program, function, &mut self.machine.pool, &bounds, stop)
                .map_err(|interrupted| Failure::Stopped(interrupted.0))?;
        self.notes.extend(equation.notes.iter().cloned());
        // In the next step it would not be known to be the address of an object.
        let objects = equation.objects.iter();
        let numbered = objects
            .into_iter()
            .any(|(_, object)| object.address.is_some());
        if numbered && !self.heads.is_empty() {
            let why = "the address of an object becomes a number";
            return Err(crate::Refusal::new(why, Span::NONE).into());
        }
        let drafts = self.drafts(&equation, refutes)?;
        let state = self.add(from, &equation, drafts);
        if let Some(reason) = stop.reason() {
            return Err(Failure::Stopped(reason));
        }
        Ok((equation, state))
    }

    fn drafts(&mut self, equation: &Equation, refutes: Refutes) -> Result<Vec<Draft>, Failure> {
        let mut arrivals = arrivals(self, equation);
        if arrivals.values().any(|lists| lists.len() > 1) {
            let why = "a head of a loop is reached in several states";
            return Err(crate::Refusal::new(why, Span::NONE).into());
        }
        let always: Vec<TermId> = equation.constraints.clone();
        let mut drafts = Vec::new();
        for obligation in &equation.obligations {
            let claim = obligation.claim();
            let still = claim.and_then(|claim| self.steps.still.get(&claim));
            let settled = claim.and_then(|claim| self.steps.settled.get(&claim));
            if still.is_some() || settled.is_some() {
                if self.may_fail(obligation, refutes) {
                    self.moved.moving.extend(still);
                    self.moved.stray.extend(settled);
                }
                continue;
            }
            let head = claim.and_then(|claim| self.steps.arrivals.get(&claim).copied());
            let (to, updates) = match head {
                Some(head) => {
                    let Some(updates) = arrivals.get_mut(&head).and_then(Vec::pop) else {
                        let why = "a head of a loop is reached without its state";
                        return Err(crate::Refusal::new(why, obligation.span).into());
                    };
                    (self.heads[&head], updates)
                }
                None => (self.bad(obligation), Vec::new()),
            };
            let pool = &mut self.machine.pool;
            let violated = pool.not(obligation.cond);
            let here = [
                obligation.guard,
                obligation.assumptions_and_claims,
                violated,
            ];
            let guard = pool.and_all(here.into_iter().chain(always.iter().copied()));
            if pool.as_bool(guard) != Some(false) {
                drafts.push(Draft { to, guard, updates });
            }
        }
        Ok(drafts)
    }

    /// Whether a claim about a pointer may be violated.
    fn may_fail(&mut self, obligation: &Obligation, refutes: Refutes) -> bool {
        let pool = &mut self.machine.pool;
        let fails = pool.not(obligation.cond);
        let here = [obligation.guard, obligation.assumptions_and_claims, fails];
        let fails = pool.and_all(here);
        match pool.as_bool(fails) {
            Some(known) => known,
            None => !refutes(pool, fails),
        }
    }

    /// The control state of a violation, or of what the machine does not represent.
    fn bad(&mut self, obligation: &Obligation) -> ControlId {
        let what = match &obligation.kind {
            ObligationKind::Claim { claim, property } => {
                return self.error(*claim, &property.message, obligation.span);
            }
            ObligationKind::Unwinding { name, .. } => format!("more iterations of {name}"),
            ObligationKind::Recursion { name, .. } => format!("deeper recursion of {name}"),
            ObligationKind::Defined { what } => format!("undefined: {what}"),
            ObligationKind::Unsupported { what } => format!("not supported: {what}"),
        };
        let key = (what.clone(), obligation.span);
        if let Some(known) = self.opened.get(&key) {
            return *known;
        }
        let control = self.machine.controls.push(Control {
            kind: ControlKind::Open(self.open.len()),
            name: what.clone(),
            span: obligation.span,
        });
        self.open.push(Opening {
            what,
            span: obligation.span,
        });
        self.opened.insert(key, control);
        control
    }

    fn error(&mut self, claim: ClaimId, message: &str, span: Span) -> ControlId {
        if let Some(known) = self.errors.get(&claim) {
            return *known;
        }
        let control = self.machine.controls.push(Control {
            kind: ControlKind::Error(self.claims.len()),
            name: message.to_owned(),
            span,
        });
        self.claims.push(claim);
        self.errors.insert(claim, control);
        control
    }

    /// Adds edges with terms over the variables of the machine; all other symbols are inputs.
    fn add(
        &mut self,
        from: ControlId,
        equation: &Equation,
        drafts: Vec<Draft>,
    ) -> Vec<(TermId, VarId)> {
        let mut state = Vec::new();
        let mut map = Vec::new();
        for input in &equation.inputs {
            if let InputKind::Value { term, source, .. } = &input.kind
                && let InputSource::State(number) = source
            {
                let variable = VarId::from_index(*number);
                state.push((*term, variable));
                map.push((*term, self.machine.variables[variable].symbol));
            }
        }
        let mut roots = Vec::new();
        for draft in &drafts {
            roots.push(draft.guard);
            roots.extend(draft.updates.iter().map(|(_, value)| *value));
        }
        let replaced = substitute_all(&mut self.machine.pool, &roots, map);
        let variables: BTreeSet<TermId> = self.machine.variables.iter().map(|v| v.symbol).collect();
        let known: BTreeSet<TermId> = self.machine.inputs.iter().copied().collect();
        let symbols = symbols_of(&self.machine.pool, &replaced);
        let new = symbols
            .into_iter()
            .filter(|symbol| !variables.contains(symbol) && !known.contains(symbol));
        self.machine.inputs.extend(new);
        let mut replaced = replaced.into_iter();
        for draft in drafts {
            let guard = replaced.next().unwrap_or_else(|| self.machine.pool.fls());
            let mut updates = Vec::new();
            for (variable, value) in draft.updates {
                let value = replaced.next().unwrap_or(value);
                if value != self.machine.variables[variable].symbol {
                    updates.push((variable, value));
                }
            }
            if self.machine.pool.as_bool(guard) == Some(false) {
                continue;
            }
            self.machine.edges.push(Edge {
                from,
                to: draft.to,
                guard,
                updates,
                passage: Passage::Plain,
            });
        }
        state
    }
}

/// The values of state variables on each arrival at a head.
fn arrivals(
    edges: &Edges<'_>,
    equation: &Equation,
) -> BTreeMap<BlockId, Vec<Vec<(VarId, TermId)>>> {
    let numbers: BTreeMap<GlobalId, usize> = edges
        .steps
        .observed
        .iter()
        .enumerate()
        .map(|(number, id)| (*id, number))
        .collect();
    let mut found: BTreeMap<BlockId, Vec<Vec<(VarId, TermId)>>> = BTreeMap::new();
    let mut at = None;
    for Observation {
        variable, value, ..
    } in &equation.observations
    {
        if *variable == edges.steps.place {
            let number = edges.machine.pool.as_u64(*value).unwrap_or(0);
            let head = BlockId::from_index(usize::try_from(number).unwrap_or(0));
            found.entry(head).or_default().push(Vec::new());
            at = Some(head);
        } else if let Some(number) = numbers.get(variable)
            && let Some(last) = at
                .and_then(|head| found.get_mut(&head))
                .and_then(|lists| lists.last_mut())
        {
            last.push((VarId::from_index(*number), *value));
        }
    }
    found
}
