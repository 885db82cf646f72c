//! Writing circuits.

use super::{Aig, Form};

/// A circuit as a file.
pub fn bytes(aig: &Aig, form: Form) -> Vec<u8> {
    match form {
        Form::Binary => binary(aig),
        Form::Text => text(aig),
    }
}

fn header(aig: &Aig, format: &str) -> String {
    let mut counts = vec![
        aig.max_variable() as usize,
        aig.inputs.len(),
        aig.latches.len(),
        aig.outputs.len(),
        aig.ands.len(),
    ];
    if !aig.bad.is_empty() || !aig.constraints.is_empty() {
        counts.push(aig.bad.len());
    }
    if !aig.constraints.is_empty() {
        counts.push(aig.constraints.len());
    }
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    format!("{format} {}\n", counts.join(" "))
}

/// The first value of a latch as it is written: zero is left out.
fn reset(reset: u32) -> String {
    match reset {
        0 => String::new(),
        other => format!(" {other}"),
    }
}

fn properties(aig: &Aig) -> String {
    let all = [&aig.outputs, &aig.bad, &aig.constraints];
    all.into_iter()
        .flatten()
        .map(|lit| format!("{lit}\n"))
        .collect()
}

fn tail(aig: &Aig) -> String {
    let mut text = String::new();
    for (kind, number, name) in &aig.names {
        text += &format!("{kind}{number} {name}\n");
    }
    if !aig.comments.is_empty() {
        text += "c\n";
        for line in &aig.comments {
            text += &format!("{line}\n");
        }
    }
    text
}

fn text(aig: &Aig) -> Vec<u8> {
    let mut text = header(aig, "aag");
    for input in &aig.inputs {
        text += &format!("{input}\n");
    }
    for latch in &aig.latches {
        text += &format!("{} {}{}\n", latch.lit, latch.next, reset(latch.reset));
    }
    text += &properties(aig);
    for and in &aig.ands {
        text += &format!("{} {} {}\n", and.lit, and.args[0], and.args[1]);
    }
    text += &tail(aig);
    text.into_bytes()
}

/// The binary form. Circuits made by [`super::Maker`] have the numbering that it needs: inputs,
/// latches, conjunctions, each greater than its arguments, of which the first is not the smaller.
fn binary(aig: &Aig) -> Vec<u8> {
    let mut text = header(aig, "aig");
    for latch in &aig.latches {
        text += &format!("{}{}\n", latch.next, reset(latch.reset));
    }
    text += &properties(aig);
    let mut bytes = text.into_bytes();
    for and in &aig.ands {
        number(&mut bytes, and.lit - and.args[0]);
        number(&mut bytes, and.args[0] - and.args[1]);
    }
    bytes.extend(tail(aig).into_bytes());
    bytes
}

/// Seven bits in each byte, lowest first; the top bit says that more follow.
fn number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
