//! Reading traces of circuits: witnesses of AIGER, and what ABC writes with `write_cex -a`.
//!
//! A witness is the line `1`, lines with the properties that are violated, the first values of the
//! latches, and a line of inputs for each step; `.` ends it. ABC leaves the head out and ends with a
//! comment. Values that do not matter are zero here.

use super::Blasted;
use crate::System;
use cassay_bv::Bv;
use cassay_term::{Model, Value};

/// The values of the system's inputs in each step.
pub fn read(text: &str, system: &System, blasted: &Blasted) -> Result<Vec<Model>, String> {
    let mut lines = text
        .lines()
        .map(content)
        .skip_while(|line| line.is_empty())
        .peekable();
    if text.contains("# DONE") {
        // The form of ABC has no head.
    } else {
        let status = lines.by_ref().find(|line| *line == "1");
        status.ok_or(crate::run::NO_TRACE)?;
        let property = |line: &&str| line.starts_with(['b', 'j', 'c']);
        while lines.next_if(property).is_some() {}
    }
    let latches = lines.next().ok_or("the trace ends early")?;
    if latches.chars().count() != blasted.latches.len() {
        return Err("the trace is about another number of latches".into());
    }
    let mut frames = Vec::new();
    for line in lines {
        if line == "." {
            break;
        }
        if line.is_empty() && !blasted.inputs.is_empty() {
            continue;
        }
        frames.push(frame(line, system, blasted)?);
    }
    Ok(frames)
}

/// A line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// The inputs of one step.
fn frame(line: &str, system: &System, blasted: &Blasted) -> Result<Model, String> {
    let bits: Vec<char> = line.chars().collect();
    if bits.len() != blasted.inputs.len() {
        return Err("the trace is about another number of inputs".into());
    }
    let mut model = Model::new();
    for (number, input) in system.inputs.iter().enumerate() {
        let places = blasted.inputs.iter().zip(&bits);
        let own = places.filter(|(place, _)| place.of == number);
        let value = match system.pool().sort(input.symbol).bv_width() {
            None => Value::Bool(own.into_iter().any(|(_, bit)| *bit == '1')),
            Some(width) => {
                let set = own.filter(|(_, bit)| **bit == '1');
                let bits = set.map(|(place, _)| Bv::power_of_two(width, place.bit));
                Value::Bv(bits.fold(Bv::zero(width), |all, bit| all.or(&bit)))
            }
        };
        model.set(input.symbol, value);
    }
    Ok(model)
}
