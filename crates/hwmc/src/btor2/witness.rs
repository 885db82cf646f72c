//! Reading traces: witnesses of BTOR2.
//!
//! A witness begins with `sat` and a line of the properties that are violated. `#N` begins the values of
//! states at step N and `@N` those of inputs, in the order of steps; each is a line with a position, binary digits and perhaps a
//! name. `.` ends it. Values of states are not needed, since all states have a first value; those
//! of inputs that are missing are zero.

use crate::System;
use cassay_bv::Bv;
use cassay_term::{Model, Value};

/// The values of the system's inputs in each step. Lines before the witness are not looked at.
pub fn read(text: &str, system: &System) -> Result<Vec<Model>, String> {
    let mut lines = text.lines().map(str::trim);
    let found = lines.by_ref().find(|line| *line == "sat");
    found.ok_or(crate::run::NO_TRACE)?;
    let mut frames: Vec<Model> = Vec::new();
    let mut in_inputs = false;
    for line in lines {
        if line == "." {
            break;
        }
        if let Some(step) = line.strip_prefix('@').or_else(|| line.strip_prefix('#')) {
            let step = step.parse().ok().filter(|step| *step <= frames.len());
            let step: usize = step.ok_or_else(|| format!("a malformed line: {line}"))?;
            in_inputs = line.starts_with('@');
            if frames.len() <= step {
                frames.resize(step + 1, Model::new());
            }
        } else if in_inputs && let Some(frame) = frames.last_mut() {
            assign(line, system, frame)?;
        }
    }
    Ok(frames)
}

/// One line `position digits name`.
fn assign(line: &str, system: &System, frame: &mut Model) -> Result<(), String> {
    let mut words = line.split_ascii_whitespace();
    let (Some(position), Some(digits)) = (words.next(), words.next()) else {
        return Ok(());
    };
    let position = position.parse::<usize>();
    let input = position
        .ok()
        .and_then(|position| system.inputs.get(position));
    let input = input.ok_or_else(|| format!("there is no such input: {line}"))?;
    let width = system.pool().sort(input.symbol).bv_width();
    // Digits that do not matter may be given as `x`.
    let digits = digits.replace(['x', 'X'], "0");
    let value = Bv::parse(width.unwrap_or(1), &digits, 2);
    let value = value.ok_or_else(|| format!("a malformed line: {line}"))?;
    let value = match width {
        Some(_) => Value::Bv(value),
        None => Value::Bool(!value.is_zero()),
    };
    frame.set(input.symbol, value);
    Ok(())
}
