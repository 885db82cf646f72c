//! Reading circuits, in either form. Malformed files are errors, never panics.

use super::{Aig, And, Latch, Lit};

/// The most variables of a circuit that is read.
const MAX_VARIABLES: usize = 1 << 24;

/// The counts of a header.
struct Counts {
    variables: usize,
    inputs: usize,
    latches: usize,
    outputs: usize,
    ands: usize,
    bad: usize,
    constraints: usize,
    /// Sizes of properties that are read over: justice and fairness.
    justice: usize,
    fairness: usize,
    binary: bool,
}

/// A circuit from a file.
pub fn read(bytes: &[u8]) -> Result<Aig, String> {
    let mut reader = Reader { bytes, at: 0 };
    let counts = header(reader.line().ok_or("an empty file")?)?;
    let mut aig = Aig::default();
    let own = |position: usize| Lit::try_from(2 * (position + 1)).unwrap_or(Lit::MAX);
    for position in 0..counts.inputs {
        let lit = if counts.binary {
            own(position)
        } else {
            reader.numbers(1..=1)?[0]
        };
        aig.inputs.push(lit);
    }
    for position in 0..counts.latches {
        let mut numbers = if counts.binary {
            vec![own(counts.inputs + position)]
        } else {
            Vec::new()
        };
        numbers.extend(reader.numbers(2 - numbers.len()..=3 - numbers.len())?);
        aig.latches.push(Latch {
            lit: numbers[0],
            next: numbers[1],
            reset: numbers.get(2).copied().unwrap_or(0),
        });
    }
    aig.outputs = reader.column(counts.outputs)?;
    aig.bad = reader.column(counts.bad)?;
    aig.constraints = reader.column(counts.constraints)?;
    for size in reader.column(counts.justice)? {
        reader.column(size as usize)?;
    }
    reader.column(counts.fairness)?;
    for position in 0..counts.ands {
        let and = if counts.binary {
            let lit = own(counts.inputs + counts.latches + position);
            let a = lit
                .checked_sub(reader.number()?)
                .ok_or("a negative literal")?;
            let b = a
                .checked_sub(reader.number()?)
                .ok_or("a negative literal")?;
            let args = [a, b];
            And { lit, args }
        } else {
            let numbers = reader.numbers(3..=3)?;
            let args = [numbers[1], numbers[2]];
            And {
                lit: numbers[0],
                args,
            }
        };
        aig.ands.push(and);
    }
    tail(&mut reader, &mut aig);
    check(&mut aig, counts.variables)?;
    Ok(aig)
}

fn header(line: &str) -> Result<Counts, String> {
    let mut words = line.split_ascii_whitespace();
    let binary = match words.next() {
        Some("aig") => true,
        Some("aag") => false,
        _ => return Err("the header of AIGER is missing".into()),
    };
    let counts: Result<Vec<usize>, _> = words.map(str::parse).collect();
    let counts = counts.map_err(|_| "a header of something else than numbers")?;
    let of = |position: usize| counts.get(position).copied().unwrap_or(0);
    if counts.len() < 5 || counts.iter().any(|count| *count > MAX_VARIABLES) {
        return Err("a header with counts missing or too great".into());
    }
    Ok(Counts {
        variables: of(0),
        inputs: of(1),
        latches: of(2),
        outputs: of(3),
        ands: of(4),
        bad: of(5),
        constraints: of(6),
        justice: of(7),
        fairness: of(8),
        binary,
    })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self) -> Option<&'a str> {
        let rest = self.bytes.get(self.at..)?;
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|byte| *byte == b'\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        self.at += line.len() + 1;
        Some(std::str::from_utf8(line).unwrap_or(""))
    }

    fn numbers(&mut self, count: std::ops::RangeInclusive<usize>) -> Result<Vec<u32>, String> {
        let line = self.line().ok_or("the file ends early")?;
        let numbers: Result<Vec<u32>, _> = line.split_ascii_whitespace().map(str::parse).collect();
        match numbers {
            Ok(numbers) if count.contains(&numbers.len()) => Ok(numbers),
            _ => Err(format!("a malformed line: {line}")),
        }
    }

    fn column(&mut self, count: usize) -> Result<Vec<u32>, String> {
        (0..count).map(|_| Ok(self.numbers(1..=1)?[0])).collect()
    }

    /// A number of the binary part.
    fn number(&mut self) -> Result<u32, String> {
        let (mut number, mut shift) = (0u64, 0);
        loop {
            let byte = *self.bytes.get(self.at).ok_or("the file ends early")?;
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return u32::try_from(number).map_err(|_| "too great a number".into());
            }
            if shift > 28 {
                return Err("too great a number".into());
            }
        }
    }
}

fn tail(reader: &mut Reader<'_>, aig: &mut Aig) {
    while let Some(line) = reader.line() {
        if line.trim_end() == "c" {
            while let Some(line) = reader.line() {
                aig.comments.push(line.to_owned());
            }
            return;
        }
        let mut chars = line.chars();
        let kind = chars.next();
        if let (Some(kind), Some((number, name))) = (kind, chars.as_str().split_once(' '))
            && let Ok(number) = number.parse()
        {
            aig.names.push((kind, number, name.to_owned()));
        }
    }
}

/// Sorts conjunctions so that each comes behind those that it uses, and refuses what has no meaning.
fn check(aig: &mut Aig, variables: usize) -> Result<(), String> {
    let mut defined = vec![false; variables + 1];
    defined[0] = true;
    let latches = aig.latches.iter().map(|latch| latch.lit);
    for lit in aig.inputs.iter().copied().chain(latches) {
        define(&mut defined, lit)?;
    }
    aig.ands.sort_by_key(|and| and.lit);
    for and in &aig.ands {
        for arg in and.args {
            if !defined.get(arg as usize / 2).copied().unwrap_or(false) {
                return Err(format!("the literal {arg} is used before it is defined"));
            }
        }
        define(&mut defined, and.lit)?;
    }
    let nexts = aig.latches.iter().map(|latch| latch.next);
    let used = nexts.chain(aig.outputs.iter().copied());
    let used = used.chain(aig.bad.iter().copied());
    for lit in used.chain(aig.constraints.iter().copied()) {
        if !defined.get(lit as usize / 2).copied().unwrap_or(false) {
            return Err(format!("the literal {lit} is not defined"));
        }
    }
    Ok(())
}

fn define(defined: &mut [bool], lit: Lit) -> Result<(), String> {
    match defined.get_mut(lit as usize / 2) {
        Some(known) if lit & 1 == 0 && !*known => {
            *known = true;
            Ok(())
        }
        _ => Err(format!("the literal {lit} cannot be defined")),
    }
}
