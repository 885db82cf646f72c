//! A session with one running program: the text sent to it, and its replies.
//!
//! Every query is followed by an `echo` of a unique number, and only the reply may come before it.
//! So a program that prints one line too many is detected at once, and no reply is ever taken for
//! that of another query.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cassay_base::Stop;
use cassay_solver::Settings;
use cassay_term::{Definitions, Op, Pool, Sort, TermId, reference};

use crate::integers::{Classes, Forms};
use crate::process::{Process, Trouble, first_lines};
use crate::program::Program;
use crate::sexp::Sexp;

/// The theories that formulas need in addition to bit-vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theories {
    /// Arrays.
    pub arrays: bool,
    /// Floating-point numbers.
    pub floats: bool,
    /// Integers.
    pub integers: bool,
}

impl Theories {
    /// The theories of both.
    pub fn with(self, other: Theories) -> Theories {
        Theories {
            arrays: self.arrays || other.arrays,
            floats: self.floats || other.floats,
            integers: self.integers || other.integers,
        }
    }

    /// The theories that a term adds to those of its arguments.
    pub fn of(pool: &Pool, term: TermId) -> Theories {
        Theories {
            arrays: matches!(pool.sort(term), Sort::Array { .. }),
            floats: pool.op(term).is_float(),
            integers: false,
        }
    }

    fn logic(self) -> &'static str {
        match (self.arrays, self.floats) {
            (false, false) => "QF_BV",
            (true, false) => "QF_ABV",
            (false, true) => "QF_BVFP",
            (true, true) => "QF_ABVFP",
        }
    }
}

/// What a program answers to `check-sat`.
pub enum Reply {
    /// `sat`.
    Sat,
    /// `unsat`.
    Unsat,
    /// `unknown`.
    Unknown,
}

/// A session.
pub struct Session {
    process: Process,
    /// Whether assumptions are named, so that the program can report which it needed.
    named: bool,
    /// The theories of the logic that was set.
    pub theories: Theories,
    /// The terms that are defined in the program.
    pub definitions: Definitions,
    /// Those of them that are integers.
    forms: Forms,
    /// The symbols among them.
    pub symbols: Vec<TermId>,
    /// Whether some of them are floats written as real numbers.
    pub reals: bool,
    /// How many assertions the program has received.
    pub asserted: usize,
    /// The terms that the names of assumptions denote.
    labels: BTreeMap<String, TermId>,
    pushed: bool,
    /// The option that limits the work of a check, if there is one.
    effort: Option<(&'static str, u64)>,
    /// The limit that is set, 0 for none.
    limit: u64,
    questions: u64,
    /// The number of replies to options that may still arrive.
    unsupported: usize,
    /// The text to send before the next query.
    text: String,
}

impl Session {
    /// Starts a session.
    pub fn new(
        process: Process,
        program: &Program,
        settings: &Settings,
        theories: Theories,
    ) -> Session {
        let mut options = vec![
            "(set-option :print-success false)".to_string(),
            "(set-option :produce-models true)".to_string(),
        ];
        let named = settings.cores && program.cores;
        if named {
            options.push("(set-option :produce-unsat-assumptions true)".to_string());
        }
        if settings.seed != 0 {
            options.push(format!("(set-option {} {})", program.seed, settings.seed));
        }
        options.extend(program.setup.iter().map(ToString::to_string));
        let for_arrays = program.arrays_logic.filter(|_| theories.arrays);
        let for_integers = program.arithmetic.filter(|_| theories.integers);
        let logic = for_integers.or(for_arrays).unwrap_or(theories.logic());
        let unsupported = options.len();
        options.push(format!("(set-logic {logic})\n"));
        Session {
            process,
            named,
            theories,
            definitions: Definitions::new(program.const_arrays),
            forms: Forms::default(),
            symbols: Vec::new(),
            reals: false,
            asserted: 0,
            labels: BTreeMap::new(),
            pushed: false,
            effort: program.effort,
            limit: 0,
            questions: 0,
            unsupported,
            text: options.join("\n"),
        }
    }

    /// Whether this process started the program.
    pub fn is_ours(&self) -> bool {
        self.process.is_ours()
    }

    /// Whether nothing was sent to the program yet.
    pub fn is_new(&self) -> bool {
        self.questions == 0
    }

    /// The program of a session that was not used.
    pub fn into_process(self) -> Process {
        self.process
    }

    /// Defines these terms, as integers if their classes are.
    pub fn define(&mut self, pool: &Pool, terms: &[TermId], classes: Option<&mut Classes>) {
        self.pop();
        let symbols = terms.iter().copied();
        self.symbols
            .extend(symbols.filter(|term| matches!(pool.op(*term), Op::Symbol(_))));
        let (definitions, text) = (&mut self.definitions, &mut self.text);
        match classes {
            Some(classes) => {
                self.reals |= terms.iter().any(|term| classes.is_real(*term));
                self.forms.write(pool, classes, definitions, terms, text);
            }
            None => definitions.write(pool, terms, text),
        }
    }

    /// Asserts a defined term permanently.
    pub fn assert(&mut self, pool: &Pool, term: TermId) {
        self.pop();
        let _ = writeln!(self.text, "(assert {})", reference(pool, term));
        self.asserted += 1;
    }

    /// Limits the total number of waits for the program from now on.
    pub fn limit_waits(&mut self, waits: u32) {
        self.process.limit_waits(waits);
    }

    /// Limits the work of the following checks, if the program has an option for that.
    pub fn limit_effort(&mut self, steps: Option<u64>) {
        let Some((option, unit)) = self.effort else {
            return;
        };
        // Programs accept numbers of 32 bits.
        let most = u64::from(u32::MAX);
        let limit = steps.map_or(0, |steps| steps.saturating_mul(unit).clamp(1, most));
        if limit != self.limit {
            let _ = writeln!(self.text, "(set-option {option} {limit})");
            self.limit = limit;
        }
    }

    /// Checks under defined terms.
    pub fn check(
        &mut self,
        pool: &Pool,
        assumptions: &[TermId],
        stop: &Stop,
    ) -> Result<Reply, Trouble> {
        self.pop();
        self.labels.clear();
        if !assumptions.is_empty() {
            // Names exist only during the check: programs become slow when they accumulate.
            self.text.push_str("(push 1)\n");
            self.pushed = true;
        }
        if self.named && !assumptions.is_empty() {
            let labels: Vec<String> = assumptions
                .iter()
                .map(|assumption| self.label(pool, *assumption))
                .collect();
            let _ = writeln!(self.text, "(check-sat-assuming ({}))", labels.join(" "));
        } else {
            for assumption in assumptions {
                let _ = writeln!(self.text, "(assert {})", reference(pool, *assumption));
            }
            self.text.push_str("(check-sat)\n");
        }
        let reply = self.ask("", |reply| verdict(reply).is_some(), stop)?;
        verdict(&reply).ok_or_else(|| unexpected(&reply))
    }

    /// The name by which a Bool term is assumed in this check.
    fn label(&mut self, pool: &Pool, term: TermId) -> String {
        let label = format!("$a{}", term.0);
        let name = reference(pool, term);
        let _ = writeln!(
            self.text,
            "(declare-const {label} Bool)\n(assert (=> {label} {name}))"
        );
        self.labels.insert(label.clone(), term);
        label
    }

    /// After [`Reply::Unsat`]: the assumptions that the program names, if it names any.
    pub fn unsat_assumptions(&mut self, stop: &Stop) -> Result<Option<Vec<TermId>>, Trouble> {
        if !self.named {
            return Ok(None);
        }
        let reply = self.ask("(get-unsat-assumptions)\n", |_| true, stop)?;
        let Some(parts) = reply.list(reply.root()) else {
            return Ok(None);
        };
        Ok(parts
            .iter()
            .map(|part| self.labels.get(reply.word(*part)?).copied())
            .collect())
    }

    /// After [`Reply::Unknown`]: the reason that the program gives.
    pub fn reason_unknown(&mut self, stop: &Stop) -> Result<Option<String>, Trouble> {
        let reply = self.ask("(get-info :reason-unknown)\n", |_| true, stop)?;
        let Some([_, reason]) = reply.list(reply.root()) else {
            return Ok(None);
        };
        Ok(match reply.word_or_text(*reason) {
            Some(reason) => Some(reason.to_string()),
            None => Some(first_lines(reply.text().as_bytes())),
        })
    }

    /// The program's own statistics, unchanged: names with colons, and numbers.
    pub fn statistics(&mut self, stop: &Stop) -> Result<Vec<(String, String)>, Trouble> {
        let reply = self.ask("(get-info :all-statistics)\n", |_| true, stop)?;
        let items = reply.list(reply.root()).unwrap_or_default();
        let pairs = items.chunks_exact(2).filter_map(|pair| {
            let (name, value) = (reply.word(pair[0])?, reply.word(pair[1])?);
            let name = name.strip_prefix(':')?;
            Some((name.to_string(), value.to_string()))
        });
        Ok(pairs.collect())
    }

    /// After [`Reply::Sat`]: the reply to `get-value` for named terms.
    pub fn values(&mut self, names: &str, stop: &Stop) -> Result<Sexp, Trouble> {
        let question = format!("(get-value ({names}))\n");
        self.ask(&question, |reply| reply.list(reply.root()).is_some(), stop)
    }

    /// Pops the level of the last check.
    fn pop(&mut self) {
        if std::mem::take(&mut self.pushed) {
            self.text.push_str("(pop 1)\n");
        }
    }

    /// Sends the pending text and a query, and returns its reply.
    fn ask(
        &mut self,
        question: &str,
        fits: fn(&Sexp) -> bool,
        stop: &Stop,
    ) -> Result<Sexp, Trouble> {
        self.questions += 1;
        let mark = format!("cassay-{}", self.questions);
        let mut text = std::mem::take(&mut self.text);
        let _ = writeln!(text, "{question}(echo \"{mark}\")");
        self.process.send(&text, stop)?;
        let is_mark = |reply: &Sexp| reply.word_or_text(reply.root()) == Some(&mark);
        let reply = loop {
            let reply = self.process.receive(stop)?;
            match reply.word(reply.root()) {
                Some("success") => {}
                Some("unsupported") if self.unsupported > 0 => self.unsupported -= 1,
                _ => break reply,
            }
        };
        self.unsupported = 0;
        if is_mark(&reply) {
            return Err(Trouble::Garbage("no answer".to_string()));
        }
        if !fits(&reply) {
            return Err(unexpected(&reply));
        }
        let after = self.process.receive(stop)?;
        if !is_mark(&after) {
            return Err(unexpected(&after));
        }
        Ok(reply)
    }
}

/// A reply to `check-sat`.
fn verdict(reply: &Sexp) -> Option<Reply> {
    match reply.word(reply.root())? {
        "sat" => Some(Reply::Sat),
        "unsat" => Some(Reply::Unsat),
        "unknown" | "timeout" => Some(Reply::Unknown),
        _ => None,
    }
}

/// The error for a reply that is none of these.
fn unexpected(reply: &Sexp) -> Trouble {
    Trouble::Garbage(first_lines(reply.text().as_bytes()))
}
