//! Terms as bits of the graph: each term once, arguments first, without recursion.

use cassay_base::Stop;
use cassay_term::{Op, Pool, Sort, TermId};
use rustc_hash::FxHashMap;

use crate::Stopped;
use crate::circuits::{self, Bits, add, divide, multiply, shift};
use crate::graph::{Graph, Lit};
use crate::sums::{self, Sum};

/// Most nodes that a graph may have; literals have room for twice as many.
const MAX_NODES: usize = 1 << 30;

/// Why a term has no bits.
#[derive(Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The stop token was raised.
    Stopped,
    /// It is made of something that this back-end lacks, as a phrase.
    Lacking(String),
}

impl From<Stopped> for Obstacle {
    fn from(_: Stopped) -> Self {
        Obstacle::Stopped
    }
}

/// A place in the table of bits.
#[derive(Clone, Copy)]
struct Place {
    start: u32,
    len: u32,
}

/// The bits of the terms of one pool.
#[derive(Default)]
pub struct Translator {
    places: Vec<Option<Place>>,
    bits: Vec<Lit>,
    /// In how many places what is being translated uses each term; zero between translations.
    uses: Vec<u32>,
    /// Quotients and remainders come together.
    divisions: FxHashMap<(bool, Bits, Bits), (Bits, Bits)>,
}

impl Translator {
    /// The bits of a term that has been translated; one for a truth value.
    pub fn known(&self, term: TermId) -> Option<&[Lit]> {
        let place = self.places.get(term.0 as usize).copied().flatten()?;
        let start = place.start as usize;
        Some(&self.bits[start..start + place.len as usize])
    }

    /// The literal of a Bool term.
    pub fn literal(
        &mut self,
        graph: &mut Graph,
        pool: &Pool,
        term: TermId,
        stop: &Stop,
    ) -> Result<Lit, Obstacle> {
        self.translate(graph, pool, term, stop)?;
        Ok(self.of(term)[0])
    }

    /// Gives a term and all it is made of their bits.
    pub fn translate(
        &mut self,
        graph: &mut Graph,
        pool: &Pool,
        term: TermId,
        stop: &Stop,
    ) -> Result<(), Obstacle> {
        self.places.resize(pool.len(), None);
        self.uses.resize(pool.len(), 0);
        let counted = self.count_uses(pool, term, stop);
        let done = match counted {
            Ok(_) => self.translate_all(graph, pool, term, stop),
            Err(_) => Err(Obstacle::Stopped),
        };
        let (Ok(counted) | Err(counted)) = counted;
        for term in counted {
            self.uses[term.0 as usize] = 0;
        }
        done
    }

    /// Counts the uses of what has no bits yet below a term, and the term itself as used once; what
    /// was counted, as an error if a stop came in between.
    fn count_uses(
        &mut self,
        pool: &Pool,
        root: TermId,
        stop: &Stop,
    ) -> Result<Vec<TermId>, Vec<TermId>> {
        let mut counted = Vec::new();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if self.places[term.0 as usize].is_some() {
                continue;
            }
            let uses = &mut self.uses[term.0 as usize];
            *uses += 1;
            if *uses == 1 {
                counted.push(term);
                stack.extend(pool.args(term));
                if counted.len().is_multiple_of(1 << 12) && stop.is_raised() {
                    return Err(counted);
                }
            }
        }
        Ok(counted)
    }

    /// Translates a term whose uses are counted, arguments first.
    fn translate_all(
        &mut self,
        graph: &mut Graph,
        pool: &Pool,
        term: TermId,
        stop: &Stop,
    ) -> Result<(), Obstacle> {
        let mut stack = vec![term];
        // The sums whose parts are being translated.
        let mut open: Vec<(TermId, Sum)> = Vec::new();
        while let Some(&term) = stack.last() {
            if self.places[term.0 as usize].is_some() {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let mut is_open = open.last().is_some_and(|(root, _)| *root == term);
            if !is_open && sums::is_sum(*pool.op(term)) {
                let sum = sums::sum_of(pool, term, |part| {
                    let at = part.0 as usize;
                    self.places[at].is_none() && self.uses[at] == 1
                });
                is_open = sum.is_worthwhile();
                if is_open {
                    open.push((term, sum));
                }
            }
            if is_open {
                let parts = open.last().map(|(_, sum)| &sum.parts);
                for part in parts.into_iter().flat_map(|parts| parts.keys()) {
                    if self.places[part.0 as usize].is_none() {
                        stack.push(*part);
                    }
                }
            } else {
                for arg in pool.args(term) {
                    if self.places[arg.0 as usize].is_none() {
                        stack.push(*arg);
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            if stop.is_raised() {
                return Err(Obstacle::Stopped);
            }
            stack.pop();
            let bits = match is_open.then(|| open.pop()).flatten() {
                Some((_, sum)) => self.add_up(graph, &sum, stop)?,
                None => self.apply(graph, pool, term, stop)?,
            };
            self.set(term, &bits)?;
            if graph.len() > MAX_NODES {
                return Err(Obstacle::Lacking("a formula of that size".to_string()));
            }
        }
        Ok(())
    }

    /// The bits of a sum whose parts have bits.
    fn add_up(&self, graph: &mut Graph, sum: &Sum, stop: &Stop) -> Result<Bits, Obstacle> {
        // Adding to zero costs nothing; what is subtracted comes behind what is added.
        let mut total = vec![Lit::FALSE; sum.constant.width() as usize];
        let parts = sum.parts.iter();
        let (plain, others): (Vec<_>, Vec<_>) = parts.partition(|(_, factor)| factor.is_one());
        for (part, _) in plain {
            if stop.is_raised() {
                return Err(Obstacle::Stopped);
            }
            total = add::add(graph, &total, self.of(*part));
        }
        total = add::add(graph, &total, &circuits::constant(&sum.constant));
        for (part, factor) in others {
            let bits = self.of(*part);
            total = if factor.is_ones() {
                add::sub(graph, &total, bits)
            } else {
                let factor = circuits::constant(factor);
                let product = multiply::product(graph, bits, &factor, stop)?;
                add::add(graph, &total, &product)
            };
        }
        Ok(total)
    }

    fn set(&mut self, term: TermId, bits: &[Lit]) -> Result<(), Obstacle> {
        let (Ok(start), Ok(len)) = (u32::try_from(self.bits.len()), u32::try_from(bits.len()))
        else {
            return Err(Obstacle::Lacking("a formula of that size".to_string()));
        };
        self.bits.extend_from_slice(bits);
        self.places[term.0 as usize] = Some(Place { start, len });
        Ok(())
    }

    /// The bits of an argument.
    fn of(&self, term: TermId) -> &[Lit] {
        match self.known(term) {
            Some(bits) => bits,
            None => unreachable!("arguments are translated before the terms that use them"),
        }
    }

    /// The bits of a term whose arguments have bits.
    fn apply(
        &mut self,
        graph: &mut Graph,
        pool: &Pool,
        term: TermId,
        stop: &Stop,
    ) -> Result<Bits, Obstacle> {
        let (op, args) = (*pool.op(term), pool.args(term));
        let arg = |number: usize| self.of(args[number]);
        let one = |lit: Lit| Ok(vec![lit]);
        match op {
            Op::Bool(value) => one(Lit::constant(value)),
            Op::BvConst(_) => match pool.as_bv(term) {
                Some(value) => Ok(circuits::constant(value)),
                None => unreachable!("a constant has a value"),
            },
            Op::Symbol(_) => inputs(graph, pool.sort(term)),
            Op::Not => one(!arg(0)[0]),
            Op::And => one(graph.and(arg(0)[0], arg(1)[0])),
            Op::Or => one(graph.or(arg(0)[0], arg(1)[0])),
            Op::Xor => one(graph.xor(arg(0)[0], arg(1)[0])),
            Op::Eq => one(circuits::equal(graph, arg(0), arg(1))),
            Op::Ite => Ok(circuits::mux(graph, arg(0)[0], arg(1), arg(2))),
            Op::BvAdd => Ok(add::add(graph, arg(0), arg(1))),
            Op::BvSub => Ok(add::sub(graph, arg(0), arg(1))),
            Op::BvNeg => Ok(add::negate(graph, arg(0))),
            Op::BvMul => Ok(multiply::product(graph, arg(0), arg(1), stop)?),
            Op::BvUdiv => Ok(self.division(graph, args, false, stop)?.0),
            Op::BvUrem => Ok(self.division(graph, args, false, stop)?.1),
            Op::BvSdiv => Ok(self.division(graph, args, true, stop)?.0),
            Op::BvSrem => Ok(self.division(graph, args, true, stop)?.1),
            Op::BvNot => Ok(circuits::not(arg(0))),
            Op::BvAnd => Ok(zip(arg(0), arg(1), |a, b| graph.and(a, b))),
            Op::BvOr => Ok(zip(arg(0), arg(1), |a, b| graph.or(a, b))),
            Op::BvXor => Ok(zip(arg(0), arg(1), |a, b| graph.xor(a, b))),
            Op::BvShl => Ok(shift::left(graph, arg(0), arg(1))),
            Op::BvLshr => Ok(shift::logical(graph, arg(0), arg(1))),
            Op::BvAshr => Ok(shift::arithmetic(graph, arg(0), arg(1))),
            Op::BvConcat => Ok([arg(1), arg(0)].concat()),
            Op::BvExtract { hi, lo } => Ok(arg(0)[lo as usize..=hi as usize].to_vec()),
            Op::BvZext { to } => Ok(circuits::zext(arg(0), to as usize)),
            Op::BvSext { to } => Ok(circuits::sext(arg(0), to as usize)),
            Op::BvUlt => one(add::less(graph, arg(0), arg(1))),
            Op::BvUle => one(!add::less(graph, arg(1), arg(0))),
            Op::BvSlt => one(add::signed_less(graph, arg(0), arg(1))),
            Op::BvSle => one(!add::signed_less(graph, arg(1), arg(0))),
            Op::BvUaddo => one(add::unsigned_overflows(graph, arg(0), arg(1))),
            Op::BvUsubo => one(add::less(graph, arg(0), arg(1))),
            Op::BvUmulo => one(multiply::unsigned_overflows(graph, arg(0), arg(1), stop)?),
            Op::BvSaddo => one(add::signed_overflows(graph, arg(0), arg(1))),
            Op::BvSsubo => one(add::signed_difference_overflows(graph, arg(0), arg(1))),
            Op::BvSmulo => one(multiply::signed_overflows(graph, arg(0), arg(1), stop)?),
            Op::Float(..)
            | Op::FloatLt(_)
            | Op::FloatLe(_)
            | Op::FloatEq(_)
            | Op::FloatIsNan(_)
            | Op::FloatConvert { .. }
            | Op::FloatFromInt { .. }
            | Op::FloatToInt { .. } => Err(Obstacle::Lacking("operators on floats".to_string())),
            Op::Select | Op::Store | Op::ConstArray { .. } => {
                Err(Obstacle::Lacking("operators on arrays".to_string()))
            }
        }
    }

    /// The quotient and the remainder.
    fn division(
        &mut self,
        graph: &mut Graph,
        args: &[TermId],
        signed: bool,
        stop: &Stop,
    ) -> Result<(Bits, Bits), Obstacle> {
        let (n, d) = (self.of(args[0]).to_vec(), self.of(args[1]).to_vec());
        let key = (signed, n, d);
        if let Some(known) = self.divisions.get(&key) {
            return Ok(known.clone());
        }
        let result = if signed {
            divide::signed(graph, &key.1, &key.2, stop)?
        } else {
            divide::unsigned(graph, &key.1, &key.2, stop)?
        };
        self.divisions.insert(key, result.clone());
        Ok(result)
    }
}

/// The bits of a symbol.
fn inputs(graph: &mut Graph, sort: Sort) -> Result<Bits, Obstacle> {
    let width = match sort {
        Sort::Bool => 1,
        Sort::Bv(width) => width,
        Sort::Array { .. } | Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => {
            return Err(Obstacle::Lacking(format!("symbols of sort {sort}")));
        }
    };
    Ok((0..width).map(|_| graph.input()).collect())
}

fn zip(a: &[Lit], b: &[Lit], mut gate: impl FnMut(Lit, Lit) -> Lit) -> Bits {
    a.iter().zip(b).map(|(a, b)| gate(*a, *b)).collect()
}
