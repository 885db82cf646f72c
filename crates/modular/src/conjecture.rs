//! Conjectures about threads: relations that may hold between every two steps.
//!
//! They are guesses, made of the constants, comparisons and variables of the program. None is
//! believed before it is shown that every step keeps it.

use crate::atoms::{Facts, Key};
use crate::system::System;
use crate::vars::Var;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, Expr, TempId, Type};

/// Variables in a relation are temporaries from this number on: shared ones, then those of the thread.
pub(crate) const HOLE: u32 = 1 << 28;

/// The variables of the second thread of a relation.
pub(crate) const SECOND: u32 = 1 << 29;

/// The most conjectures.
const MOST: usize = 60_000;

/// How many conjectures are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Equations with constants and between variables; which points exclude each other.
    Equations,
    /// Bounds, and what holds while a variable has a certain value.
    Bounds,
    /// What holds while two threads are at certain points.
    Pairs,
}

/// Whom a relation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum About {
    /// The shared variables.
    All,
    /// A thread at a point.
    One(usize),
    /// Two threads, each at a point.
    Two(usize, usize),
}

/// A relation that may hold between every two steps.
#[derive(Clone, Debug)]
pub struct Conjecture {
    pub(crate) about: About,
    /// With holes for variables.
    pub(crate) relation: Expr,
}

impl Conjecture {
    /// Whether it is about two threads.
    pub fn is_about_two(&self) -> bool {
        match self.about {
            About::All | About::One(_) => false,
            About::Two(_, _) => true,
        }
    }
}

/// A hole for a shared variable.
pub(crate) fn shared_hole(index: usize) -> Expr {
    Expr::Temp(TempId(HOLE + index as u32))
}

/// A hole for a variable of a thread.
pub(crate) fn own_hole(system: &System, index: usize) -> Expr {
    Expr::Temp(TempId(HOLE + (system.shared.len() + index) as u32))
}

fn second_hole(index: usize) -> Expr {
    Expr::Temp(TempId(SECOND + index as u32))
}

/// All conjectures up to a level; cheap ones first, and not more than a limit.
pub fn conjectures(system: &System, level: Level) -> Vec<Conjecture> {
    let facts = Facts::new(system);
    let mut making = Making {
        system,
        facts: &facts,
        level,
        made: Vec::new(),
    };
    making.exclusions();
    making.about_all();
    making.about_one();
    making.about_two();
    making.made
}

struct Making<'a> {
    system: &'a System,
    facts: &'a Facts,
    level: Level,
    made: Vec<Conjecture>,
}

/// A variable with the hole that stands for it.
#[derive(Clone)]
struct Scalar {
    key: Key,
    var: Var,
    hole: Expr,
    unsigned: bool,
}

impl Making<'_> {
    fn add(&mut self, about: About, relation: Expr) {
        if self.made.len() < MOST {
            self.made.push(Conjecture { about, relation });
        }
    }

    fn shared(&self) -> Vec<Scalar> {
        let vars = self.system.shared.iter().enumerate();
        vars.map(|(index, var)| Scalar {
            key: Key::Shared(index),
            var: *var,
            hole: shared_hole(index),
            unsigned: var.is_unsigned(self.system, &self.system.templates[0]),
        })
        .collect()
    }

    /// The variables of a thread that mean something at a point.
    fn own(&self, point: usize) -> Vec<Scalar> {
        let (template, _) = self.system.point(point);
        let vars = &self.system.templates[template].vars;
        let live = vars
            .iter()
            .enumerate()
            .filter(|(_, var)| self.system.is_live(point, **var));
        live.map(|(index, var)| Scalar {
            key: Key::Own(template, index),
            var: *var,
            hole: own_hole(self.system, index),
            unsigned: var.is_unsigned(self.system, &self.system.templates[template]),
        })
        .collect()
    }

    fn about_all(&mut self) {
        let shared = self.shared();
        for scalar in &shared {
            for atom in self.atoms(scalar, self.level) {
                self.add(About::All, atom);
            }
        }
        let pairs = self.pairs(&shared, &shared);
        for atom in &pairs {
            self.add(About::All, atom.clone());
        }
        for condition in self.facts.conditions(None) {
            self.add(About::All, condition);
        }
        if self.level < Level::Bounds {
            return;
        }
        for mode in &shared {
            for is in self.modes(mode) {
                for scalar in shared.iter().filter(|other| other.var != mode.var) {
                    for atom in self.atoms(scalar, Level::Bounds) {
                        self.add(About::All, implies(&is, atom));
                    }
                }
                for atom in &pairs {
                    self.add(About::All, implies(&is, atom.clone()));
                }
            }
        }
    }

    fn about_one(&mut self) {
        let shared = self.shared();
        for point in 0..self.system.points() {
            let own = self.own(point);
            let both: Vec<Scalar> = shared.iter().chain(&own).cloned().collect();
            for scalar in &both {
                for atom in self.atoms(scalar, self.level) {
                    self.add(About::One(point), atom);
                }
            }
            for atom in self.pairs(&both, &both) {
                self.add(About::One(point), atom);
            }
            let (template, _) = self.system.point(point);
            for condition in self.facts.conditions(Some(template)) {
                if self.is_meaningful(point, &condition) {
                    self.add(About::One(point), condition.clone());
                    self.add(About::One(point), condition.not());
                }
            }
            if self.level < Level::Bounds {
                continue;
            }
            for mode in &both {
                for is in self.modes(mode) {
                    for scalar in shared.iter().filter(|other| other.var != mode.var) {
                        for atom in self.atoms(scalar, Level::Bounds) {
                            self.add(About::One(point), implies(&is, atom));
                        }
                    }
                }
            }
        }
    }

    fn is_meaningful(&self, point: usize, relation: &Expr) -> bool {
        let (template, _) = self.system.point(point);
        let first = HOLE + self.system.shared.len() as u32;
        relation.temps().all(|temp| {
            temp.0 < first || {
                let vars = &self.system.templates[template].vars;
                let var = vars.get((temp.0 - first) as usize);
                var.is_some_and(|var| self.system.is_live(point, *var))
            }
        })
    }

    /// No two threads are at certain points at the same time.
    fn exclusions(&mut self) {
        let points = self.system.points();
        for first in 0..points {
            for second in first..points {
                self.add(About::Two(first, second), Expr::bool(false));
            }
        }
    }

    fn about_two(&mut self) {
        let points = self.system.points();
        if self.level < Level::Pairs {
            return;
        }
        let shared = self.shared();
        for first in 0..points {
            for second in first..points {
                let about = About::Two(first, second);
                let other = self.own(second);
                for scalar in self.own(first) {
                    for same in &other {
                        if let Key::Own(_, index) = same.key
                            && self.is_same(&scalar, same)
                        {
                            let ne = Expr::compare(
                                CompareOp::Ne,
                                scalar.hole.clone(),
                                second_hole(index),
                            );
                            self.add(about, ne);
                        }
                    }
                }
                for scalar in &shared {
                    for atom in self.atoms(scalar, Level::Bounds) {
                        self.add(about, atom);
                    }
                }
            }
        }
    }

    /// Whether two threads use two variables for the same purpose, as far as names tell.
    fn is_same(&self, a: &Scalar, b: &Scalar) -> bool {
        let name = |scalar: &Scalar| match (scalar.var, scalar.key) {
            (Var::Local(id, offset, _), Key::Own(template, _)) => {
                let function = &self.system.templates[template].function;
                Some((function.locals[id].name.clone(), offset))
            }
            _ => None,
        };
        let named = name(a).is_some_and(|(text, _)| !text.is_empty()) && name(a) == name(b);
        let same = a.key == b.key || named;
        same && a.var.ty() == b.var.ty() && self.is_number(a)
    }

    fn is_number(&self, scalar: &Scalar) -> bool {
        let ty = self.system.program.types.get(scalar.var.ty());
        matches!(ty, Type::Int(width) if *width >= 8) && !matches!(scalar.var, Var::Number(_))
    }

    /// Relations between a variable and constants.
    fn atoms(&self, scalar: &Scalar, level: Level) -> Vec<Expr> {
        let mut atoms = Vec::new();
        for pointer in self.facts.pointers(scalar.key) {
            atoms.push(Expr::compare(
                CompareOp::Eq,
                scalar.hole.clone(),
                pointer.clone(),
            ));
            if *pointer == Expr::Null {
                atoms.push(Expr::compare(
                    CompareOp::Ne,
                    scalar.hole.clone(),
                    pointer.clone(),
                ));
            }
        }
        for constant in self.constants(scalar) {
            let constant = Expr::Int(constant);
            let hole = || scalar.hole.clone();
            atoms.push(Expr::compare(CompareOp::Eq, hole(), constant.clone()));
            atoms.push(Expr::compare(CompareOp::Ne, hole(), constant.clone()));
            if level >= Level::Bounds {
                let le = at_most(scalar.unsigned);
                atoms.push(Expr::compare(le, hole(), constant.clone()));
                atoms.push(Expr::compare(le, constant, hole()));
            }
        }
        atoms
    }

    fn constants(&self, scalar: &Scalar) -> Vec<Bv> {
        match self.system.program.types.get(scalar.var.ty()) {
            Type::Int(width) => self.facts.constants(scalar.key, *width),
            Type::Void
            | Type::Float(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => Vec::new(),
        }
    }

    /// The conditions that a variable has one of the values that the program gives it.
    fn modes(&self, scalar: &Scalar) -> Vec<Expr> {
        let Type::Int(width) = self.system.program.types.get(scalar.var.ty()) else {
            return Vec::new();
        };
        let stored = self.facts.stored(scalar.key, *width).into_iter();
        stored
            .map(|constant| Expr::compare(CompareOp::Eq, scalar.hole.clone(), Expr::Int(constant)))
            .collect()
    }

    /// Relations between two different variables of a type.
    fn pairs(&self, left: &[Scalar], right: &[Scalar]) -> Vec<Expr> {
        let mut atoms = Vec::new();
        for (index, a) in left.iter().enumerate() {
            for b in right.iter().skip(index + 1) {
                if a.var.ty() != b.var.ty() || self.system.is_pointer(a.var) {
                    continue;
                }
                let (x, y) = (|| a.hole.clone(), || b.hole.clone());
                atoms.push(Expr::compare(CompareOp::Eq, x(), y()));
                atoms.push(Expr::compare(CompareOp::Ne, x(), y()));
                let number = |scalar: &Scalar| matches!(scalar.var, Var::Number(_));
                if number(a) || number(b) {
                    continue;
                }
                let le = at_most(a.unsigned && b.unsigned);
                atoms.push(Expr::compare(le, x(), y()));
                atoms.push(Expr::compare(le, y(), x()));
            }
        }
        atoms
    }
}

fn at_most(unsigned: bool) -> CompareOp {
    match unsigned {
        true => CompareOp::ULe,
        false => CompareOp::SLe,
    }
}

fn implies(is: &Expr, then: Expr) -> Expr {
    Expr::binary(BinaryOp::Or, is.clone().not(), then)
}
