//! Writes witnesses in YAML, version 2.0 of the format of SV-COMP.

use crate::{Content, Holds, Location, Witness};
use std::fmt::Write;

/// Writes a witness.
pub fn write(witness: &Witness) -> String {
    let meta = &witness.metadata;
    let kind = match witness.content {
        Content::Violation(_) => "violation_sequence",
        Content::Correctness(_) => "invariant_set",
    };
    let mut out = String::new();
    let _ = writeln!(out, "- entry_type: {kind}");
    let _ = writeln!(out, "  metadata:");
    let _ = writeln!(out, "    format_version: \"2.0\"");
    let _ = writeln!(out, "    uuid: {}", quoted(&witness.identifier()));
    let _ = writeln!(out, "    creation_time: {}", quoted(&meta.created));
    let _ = writeln!(out, "    producer:");
    let _ = writeln!(out, "      name: {}", quoted(&meta.producer));
    let _ = writeln!(out, "      version: {}", quoted(&meta.version));
    let _ = writeln!(out, "    task:");
    let _ = writeln!(out, "      input_files:");
    for (name, _) in &meta.files {
        let _ = writeln!(out, "        - {}", quoted(name));
    }
    let _ = writeln!(out, "      input_file_hashes:");
    for (name, sum) in &meta.files {
        let _ = writeln!(out, "        {}: {}", quoted(name), quoted(sum));
    }
    let _ = writeln!(out, "      specification: {}", quoted(&meta.specification));
    let _ = writeln!(out, "      data_model: {}", quoted(&meta.data_model));
    let _ = writeln!(out, "      language: \"C\"");
    match &witness.content {
        Content::Violation(segments) => {
            let _ = writeln!(out, "  content:");
            for segment in segments {
                write_segment(&mut out, segment);
            }
        }
        Content::Correctness(invariants) if invariants.is_empty() => {
            let _ = writeln!(out, "  content: []");
        }
        Content::Correctness(invariants) => {
            let _ = writeln!(out, "  content:");
            for invariant in invariants {
                let kind = match invariant.holds {
                    Holds::Loop => "loop_invariant",
                    Holds::Location | Holds::Elsewhere => "location_invariant",
                };
                let _ = writeln!(out, "    - invariant:");
                let _ = writeln!(out, "        type: {kind}");
                write_location(&mut out, &invariant.location, "        ");
                let _ = writeln!(out, "        value: {}", quoted(&invariant.value));
                let _ = writeln!(out, "        format: c_expression");
            }
        }
    }
    out
}

fn write_segment(out: &mut String, segment: &[crate::Waypoint]) {
    let _ = writeln!(out, "    - segment:");
    for waypoint in segment {
        let action = if waypoint.avoid { "avoid" } else { "follow" };
        let _ = writeln!(out, "        - waypoint:");
        let _ = writeln!(out, "            type: {}", waypoint.pass.name());
        let _ = writeln!(out, "            action: {action}");
        write_location(out, &waypoint.location, "            ");
        if let Some(constraint) = &waypoint.constraint {
            let extended = constraint.contains("\\result");
            let format = if extended {
                "ext_c_expression"
            } else {
                "c_expression"
            };
            let _ = writeln!(out, "            constraint:");
            let _ = writeln!(out, "              value: {}", quoted(constraint));
            let _ = writeln!(out, "              format: {format}");
        }
    }
}

fn write_location(out: &mut String, location: &Location, indent: &str) {
    let _ = writeln!(out, "{indent}location:");
    let _ = writeln!(out, "{indent}  file_name: {}", quoted(&location.file));
    let _ = writeln!(out, "{indent}  line: {}", location.line);
    if let Some(column) = location.column {
        let _ = writeln!(out, "{indent}  column: {column}");
    }
    if let Some(function) = &location.function {
        let _ = writeln!(out, "{indent}  function: {}", quoted(function));
    }
}

/// A scalar in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Invariant, Metadata, Pass, Waypoint};

    fn metadata() -> Metadata {
        Metadata {
            created: "2020-01-02T03:04:05Z".into(),
            producer: "Cassay".into(),
            version: "1".into(),
            files: vec![("a \"b\".c".into(), crate::sha256(b""))],
            specification: "G ! call(reach_error())".into(),
            data_model: "LP64".into(),
        }
    }

    fn place(line: u32) -> Location {
        Location {
            file: "a.c".into(),
            line,
            column: Some(3),
            function: Some("main".into()),
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let waypoint = |pass, avoid, line, constraint: Option<&str>| Waypoint {
            pass,
            avoid,
            location: place(line),
            constraint: constraint.map(String::from),
        };
        let violation = Witness {
            metadata: metadata(),
            content: Content::Violation(vec![
                vec![
                    waypoint(Pass::Branching, true, 2, Some("false")),
                    waypoint(Pass::FunctionReturn, false, 4, Some("\\result == -5")),
                ],
                vec![waypoint(Pass::Target, false, 7, None)],
            ]),
        };
        assert_eq!(crate::read(&write(&violation)), Ok(violation));
        for values in [vec![], vec!["i <= n", "c != '\"'"]] {
            let invariants = values.into_iter().map(|value| Invariant {
                holds: Holds::Loop,
                location: place(1),
                value: value.into(),
            });
            let proof = Witness {
                metadata: metadata(),
                content: Content::Correctness(invariants.collect()),
            };
            assert_eq!(crate::read(&write(&proof)), Ok(proof));
        }
    }

    #[test]
    fn what_the_schema_forbids_is_refused() {
        let proof = Witness {
            metadata: metadata(),
            content: Content::Correctness(Vec::new()),
        };
        let text = write(&proof);
        for (from, to) in [
            ("invariant_set", "loop_set"),
            ("\"2.0\"", "\"0.1\""),
            ("uuid: \"", "uuid: \"x"),
            ("LP64", "LP65"),
            ("language: \"C\"", "language: \"Java\""),
            ("    task:", "    tusk:"),
            ("e3b0c44298fc", "short"),
            ("content: []", "content: none"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            assert!(crate::read(&changed).is_err(), "{changed}");
        }
        let target = "    - segment:\n        - waypoint: {type: target, action: follow, location: {file_name: a.c, line: 1}}\n";
        let good = text
            .replacen("invariant_set", "violation_sequence", 1)
            .replacen("content: []\n", &format!("content:\n{target}"), 1);
        assert!(crate::read(&good).is_ok(), "{good}");
        for changed in [
            good.replacen("action: follow", "action: avoid", 1),
            good.replacen("type: target", "type: assumption", 1),
            good.replacen("line: 1", "line: 0", 1),
            format!("{good}{target}"),
            good.replacen("type: target", "type: jump", 1),
        ] {
            assert!(crate::read(&changed).is_err(), "{changed}");
        }
    }
}
