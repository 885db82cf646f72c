//! The invariants that ABC writes (`pdr -d -I FILE`): tables of cubes that cannot be reached.
//!
//! `.ilb` names the latches of the columns, as the symbol table of the circuit does. Each further line has
//! for each column 0, 1 or `-`: no reachable state has those values.

use crate::System;
use crate::aiger::Blasted;
use cassay_base::Stop;
use cassay_efsm::{Invariant, Machine};
use cassay_term::TermId;
use std::collections::BTreeMap;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pla {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cubes, with the required value of each column that matters.
    pub cubes: Vec<Vec<(usize, bool)>>,
}

/// The table of a file.
pub fn read(text: &str) -> Result<Pla, String> {
    let mut pla = Pla::default();
    let mut named = false;
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            None => {}
            Some(".ilb") => {
                pla.columns = words.map(str::to_owned).collect();
                named = true;
            }
            Some(".e") => return if named { Ok(pla) } else { Err(unnamed()) },
            Some(word) if word.starts_with('.') => {}
            Some(cube) => {
                let cube = read_cube(cube, pla.columns.len());
                let cube = cube.ok_or_else(|| format!("a malformed line: {line}"))?;
                pla.cubes.push(cube);
            }
        }
    }
    Err("the table has no end".into())
}

fn unnamed() -> String {
    "the columns of the table have no names".into()
}

fn read_cube(cube: &str, columns: usize) -> Option<Vec<(usize, bool)>> {
    if cube.len() != columns {
        return None;
    }
    let mut values = Vec::new();
    for (column, value) in cube.bytes().enumerate() {
        match value {
            b'0' => values.push((column, false)),
            b'1' => values.push((column, true)),
            b'-' => {}
            _ => return None,
        }
    }
    Some(values)
}

/// The invariant that a table states.
pub fn invariant(
    pla: &Pla,
    machine: &mut Machine,
    system: &System,
    blasted: &Blasted,
    stop: &Stop,
) -> Result<Invariant, String> {
    let names = blasted.aig.names.iter().filter(|(kind, ..)| *kind == 'l');
    let latches: BTreeMap<&str, usize> = names
        .map(|(_, number, name)| (name.as_str(), *number))
        .collect();
    let columns = pla
        .columns
        .iter()
        .map(|name| latches.get(name.as_str()).copied());
    let columns: Option<Vec<usize>> = columns.collect();
    let columns = columns.ok_or("the table has an unknown latch")?;
    system.invariant(machine, stop, |pool, leaves| {
        let mut bits: Vec<TermId> = Vec::with_capacity(columns.len());
        for latch in &columns {
            let place = blasted.latches[*latch];
            let bit = leaves.bit(pool, place.of, place.bit);
            bits.push(bit.ok_or("the table has an unknown latch")?);
        }
        let mut holds = pool.tru();
        for cube in &pla.cubes {
            if stop.is_raised() {
                return Err("it was asked to stop".into());
            }
            let mut reached = pool.tru();
            for (column, value) in cube {
                let bit = bits[*column];
                let literal = if *value { bit } else { pool.not(bit) };
                reached = pool.and(reached, literal);
            }
            let excluded = pool.not(reached);
            holds = pool.and(holds, excluded);
        }
        Ok(holds)
    })
}
