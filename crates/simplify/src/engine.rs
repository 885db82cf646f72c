//! The rule set: rules indexed by the operator they match, and the matcher.
//!
//! The pool puts constants last under commutative operators and otherwise orders arguments by age,
//! which a pattern cannot know. So a rule is stored once for each possible order of its commutative
//! arguments.

use cassay_bv::Bv;
use cassay_term::{Op, Pool, Rewriter, TermId};

use crate::bindings::{Bindings, MAX_VARS, constant, shape_of};
use crate::deep;
use crate::pattern::{Int, Kind, Pattern, PatternError};
use crate::rule::{ReadRule, Rule};

/// One order of a rule's commutative arguments.
struct Variant {
    /// The index of the rule in the rule set.
    rule_index: usize,
    params: Vec<Int>,
    args: Vec<Pattern>,
    /// The operator that each argument must have, if its pattern requires one.
    heads: [Option<usize>; 3],
}

/// All rules, ready to be applied.
pub struct RuleSet {
    rules: Vec<ReadRule>,
    by_head: Vec<Vec<Variant>>,
    /// Whether the deeper procedures are tried, too.
    deep: bool,
    /// Whether reads are resolved over all writes, not only over those of constants.
    reads: bool,
}

impl RuleSet {
    /// Reads and indexes rules; the order of the tables is the order of trying.
    pub fn new(tables: &[&[Rule]]) -> Result<Self, PatternError> {
        let mut set = RuleSet {
            rules: Vec::new(),
            by_head: std::iter::repeat_with(Vec::new).take(Op::HEADS).collect(),
            deep: true,
            reads: true,
        };
        for rule in tables.iter().copied().flatten() {
            let read = rule
                .read()
                .map_err(|e| PatternError(format!("rule {}: {e}", rule.name)))?;
            assert!(
                read.names.terms.len() <= MAX_VARS && read.names.ints.len() <= MAX_VARS,
                "rule {} has too many variables",
                rule.name
            );
            set.add(read)?;
        }
        Ok(set)
    }

    /// The same rules with the deeper procedures or without them, and with reads resolved over
    /// all writes or over those of constants only.
    pub fn with_deep(mut self, deep: bool, reads: bool) -> Self {
        self.deep = deep;
        self.reads = reads;
        self
    }

    /// The rules as read.
    pub fn rules(&self) -> &[ReadRule] {
        &self.rules
    }

    fn add(&mut self, rule: ReadRule) -> Result<(), PatternError> {
        let index = self.rules.len();
        for order in orders(&rule.matches, &rule) {
            let Pattern::Apply(symbol, params, args) = order else {
                return Err(PatternError(format!(
                    "rule {} matches everything",
                    rule.name
                )));
            };
            let mut heads = [None; 3];
            for (slot, arg) in heads.iter_mut().zip(&args) {
                *slot = match arg {
                    Pattern::Apply(symbol, ..) => Some(symbol.head),
                    Pattern::Var(_) | Pattern::Bool(_) | Pattern::Const(..) => None,
                };
            }
            self.by_head[symbol.head].push(Variant {
                rule_index: index,
                params,
                args,
                heads,
            });
        }
        self.rules.push(rule);
        Ok(())
    }

    fn try_rules(&self, pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
        'variants: for variant in &self.by_head[op.head()] {
            for (needed, arg) in variant.heads.iter().zip(args) {
                if needed.is_some_and(|needed| pool.op(*arg).head() != needed) {
                    continue 'variants;
                }
            }
            let rule = &self.rules[variant.rule_index];
            let mut matcher = Matcher {
                pool,
                rule,
                bindings: Bindings::default(),
            };
            if !matcher.operator(&variant.params, &variant.args, op, args) {
                continue;
            }
            let bindings = matcher.bindings;
            if !rule
                .when
                .iter()
                .all(|condition| bindings.holds(pool, condition))
            {
                continue;
            }
            if let Some(result) = bindings.build(pool, &rule.result) {
                pool.count_firing(variant.rule_index);
                return Some(result);
            }
        }
        None
    }
}

impl Rewriter for RuleSet {
    fn rewrite(&self, pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
        let count = |pool: &mut Pool, found: Option<(deep::Deep, TermId)>| {
            found.map(|(which, term)| {
                pool.count_firing(self.rules.len() + which as usize);
                term
            })
        };
        if !self.deep {
            return self.try_rules(pool, op, args);
        }
        if op == Op::Select && !self.reads {
            let found = deep::read_constant(pool, args[0], args[1]);
            return count(pool, found);
        }
        let decided = deep::decide(pool, op, args);
        if let Some(term) = count(pool, decided) {
            return Some(term);
        }
        if let Some(term) = self.try_rules(pool, op, args) {
            return Some(term);
        }
        let found = deep::rewrite(pool, op, args);
        count(pool, found)
    }

    fn rule_names(&self) -> Vec<&'static str> {
        self.rules
            .iter()
            .map(|rule| rule.name)
            .chain(deep::PROCEDURES.iter().map(|(name, _)| *name))
            .collect()
    }
}

/// Whether a pattern only matches constants, which stand last under commutative operators.
fn is_constant(pattern: &Pattern, rule: &ReadRule) -> bool {
    match pattern {
        Pattern::Var(slot) => rule.names.terms[*slot].1 == Kind::Const,
        Pattern::Bool(_) | Pattern::Const(..) => true,
        Pattern::Apply(..) => false,
    }
}

/// Every order of the commutative arguments of a pattern that a normal term can have.
fn orders(pattern: &Pattern, rule: &ReadRule) -> Vec<Pattern> {
    let Pattern::Apply(symbol, params, args) = pattern else {
        return vec![pattern.clone()];
    };
    let mut all: Vec<Vec<Pattern>> = vec![Vec::new()];
    for arg in args {
        let choices = orders(arg, rule);
        all = all
            .iter()
            .flat_map(|prefix| {
                choices
                    .iter()
                    .map(|choice| [&prefix[..], std::slice::from_ref(choice)].concat())
            })
            .collect();
    }
    if symbol.is_commutative() {
        let plain = |p: &Pattern| matches!(p, Pattern::Var(_)) && !is_constant(p, rule);
        let mut swapped = Vec::new();
        for args in &mut all {
            match (is_constant(&args[0], rule), is_constant(&args[1], rule)) {
                (true, false) => args.swap(0, 1),
                (false, true) => {}
                (true, true) | (false, false) => {
                    let same_kind_at_the_root =
                        plain(&args[0]) && plain(&args[1]) && pattern == &rule.matches;
                    if !same_kind_at_the_root {
                        swapped.push(vec![args[1].clone(), args[0].clone()]);
                    }
                }
            }
        }
        all.extend(swapped);
    }
    let mut unique: Vec<Pattern> = Vec::new();
    for args in all {
        let order = Pattern::Apply(*symbol, params.clone(), args);
        if !unique.contains(&order) {
            unique.push(order);
        }
    }
    unique
}

struct Matcher<'a> {
    pool: &'a Pool,
    rule: &'a ReadRule,
    bindings: Bindings,
}

impl Matcher<'_> {
    fn operator(&mut self, ints: &[Int], patterns: &[Pattern], op: Op, args: &[TermId]) -> bool {
        let (actual, count) = op.widths();
        ints.iter()
            .zip(&actual[..count])
            .all(|(int, value)| self.int(int, i64::from(*value)))
            && patterns
                .iter()
                .zip(args)
                .all(|(pattern, arg)| self.term(pattern, *arg))
    }

    /// Binds an unbound integer variable, or compares.
    fn int(&mut self, int: &Int, value: i64) -> bool {
        if let Int::Var(slot) = int
            && self.bindings.ints[*slot].is_none()
        {
            self.bindings.ints[*slot] = Some(value);
            return true;
        }
        self.bindings.int(self.pool, int) == Some(value)
    }

    fn term(&mut self, pattern: &Pattern, term: TermId) -> bool {
        match pattern {
            Pattern::Var(slot) => self.variable(*slot, term),
            Pattern::Bool(value) => self.pool.as_bool(term) == Some(*value),
            Pattern::Const(..) => match self.pool.as_bv(term) {
                Some(value) => self.constant(pattern, value),
                None => false,
            },
            Pattern::Apply(symbol, ints, patterns) => {
                let op = *self.pool.op(term);
                op.head() == symbol.head && self.operator(ints, patterns, op, self.pool.args(term))
            }
        }
    }

    fn variable(&mut self, slot: usize, term: TermId) -> bool {
        match self.bindings.terms[slot] {
            Some(bound) => bound == term,
            None => {
                let fits = match self.rule.names.terms[slot].1 {
                    Kind::Const => self.pool.as_bv(term).is_some(),
                    // The sorts of operators leave no other choice.
                    Kind::Bool => self.pool.sort(term).is_bool(),
                    Kind::Bits => self.pool.sort(term).bv_width().is_some(),
                    Kind::Array | Kind::Any => true,
                };
                if fits {
                    self.bindings.terms[slot] = Some(term);
                }
                fits
            }
        }
    }

    /// A constant pattern: the width needs no comparison, since the term is well-sorted, but may
    /// bind a variable.
    fn constant(&mut self, pattern: &Pattern, value: &Bv) -> bool {
        let Pattern::Const(shape, int, width) = pattern else {
            return false;
        };
        if let Int::Var(slot) = width
            && self.bindings.ints[*slot].is_none()
        {
            self.bindings.ints[*slot] = Some(i64::from(value.width()));
        }
        if let Int::Var(slot) = int
            && self.bindings.ints[*slot].is_none()
        {
            self.bindings.ints[*slot] = shape_of(*shape, value);
            return self.bindings.ints[*slot].is_some();
        }
        let actual = i64::from(value.width());
        let wanted = match int {
            // `min:x` and `max:x` name a width whose term may not be bound yet.
            Int::Sub(a, b) if **a == *width && **b == Int::Number(1) => Some(actual - 1),
            _ => self.bindings.int(self.pool, int),
        };
        wanted
            .and_then(|wanted| constant(*shape, wanted, actual))
            .as_ref()
            == Some(value)
    }
}
