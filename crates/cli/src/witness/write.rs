//! Writes the witness of an answer.

use super::task;
use crate::options::Options;
use crate::timestamp;
use cassay_report::{Conclusion, Finding, Input, Place, Report, Value};
use cassay_witness::tokens::Tokens;
use cassay_witness::{
    Content, Holds, Invariant, Lines, Location, Metadata, Pass, Waypoint, Witness, graphml, sha256,
    yaml,
};
use std::path::Path;

/// Makes the file before the long run, so that one that cannot be written is told at once.
pub fn prepare(options: &Options) -> Result<(), String> {
    let Some(path) = &options.witness_output else {
        return Ok(());
    };
    if let Some(other) = options.files.iter().find(|file| !task::is_c(file)) {
        return Err(format!(
            "--witness-output: witnesses are about programs in C, not {}",
            other.display()
        ));
    }
    save(path, NOTHING)
}

/// The file if there is nothing to say.
const NOTHING: &str = "[]\n";

fn save(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text)
        .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
}

/// Writes the witness; a line for the user if there is none.
pub fn write(options: &Options, report: &Report) -> Result<String, String> {
    let Some(path) = &options.witness_output else {
        return Ok(String::new());
    };
    let sources = Sources::read(options)?;
    let properties = task::properties(options)?;
    let (content, properties) = match (report.conclusion, report.findings.first()) {
        (Conclusion::Unsafe, Some(finding)) => {
            let properties = match (properties.is_empty(), finding.property) {
                (false, _) => properties,
                (true, Some(property)) => vec![property],
                (true, None) => {
                    let class = finding.class.name();
                    return Ok(format!(
                        "witness: none: no property of SV-COMP is about {class}\n"
                    ));
                }
            };
            (sources.violation(finding), properties)
        }
        (Conclusion::Safe, _) => {
            let properties = match properties.is_empty() {
                true => vec!["unreach-call"],
                false => properties,
            };
            (sources.proof(report), properties)
        }
        (Conclusion::Unsafe | Conclusion::Unknown, _) => return Ok(String::new()),
    };
    let witness = Witness {
        metadata: Metadata {
            created: timestamp::now(),
            producer: "Cassay".to_owned(),
            version: report.run.version.clone(),
            files: sources.sums(),
            specification: task::specification(&properties),
            data_model: task::data_model(options).to_owned(),
        },
        content,
    };
    let text = match path.extension().is_some_and(|end| end == "graphml") {
        true => graphml::write(&witness, &|waypoint| sources.callee(waypoint)),
        false => yaml::write(&witness),
    };
    save(path, &text)?;
    Ok(String::new())
}

/// The files of the program.
struct Sources {
    files: Vec<(String, String)>,
}

impl Sources {
    fn read(options: &Options) -> Result<Sources, String> {
        let mut files = Vec::new();
        for path in &options.files {
            let bytes = std::fs::read(path)
                .map_err(|error| format!("{}: cannot be read: {error}", path.display()))?;
            let text = String::from_utf8(bytes).unwrap_or_else(|error| latin(error.as_bytes()));
            files.push((path.display().to_string(), text));
        }
        Ok(Sources { files })
    }

    fn sums(&self) -> Vec<(String, String)> {
        let sum = |path: &String| {
            let bytes = std::fs::read(path).unwrap_or_default();
            sha256(&bytes)
        };
        let files = self.files.iter();
        files.map(|(path, _)| (path.clone(), sum(path))).collect()
    }

    /// The file and line of a place.
    fn find(&self, place: &Place) -> Option<(&str, &str, u32)> {
        self.files.iter().find_map(|(path, text)| {
            let line = Lines::new(text).here(path, &place.file, place.line)?;
            Some((path.as_str(), text.as_str(), line))
        })
    }

    fn violation(&self, finding: &Finding) -> Content {
        let mut segments: Vec<Vec<Waypoint>> = Vec::new();
        for input in &finding.inputs {
            segments.extend(self.returned(input).map(|waypoint| vec![waypoint]));
        }
        segments.push(vec![self.target(finding)]);
        Content::Violation(segments)
    }

    fn returned(&self, input: &Input) -> Option<Waypoint> {
        let (path, text, line) = self.find(&input.place)?;
        let tokens = Tokens::new(text);
        let end = tokens.end_of_call(line, input.place.column.max(1), &input.callee)?;
        let (line, column) = tokens.place(tokens.list.get(end)?.start);
        Some(Waypoint {
            pass: Pass::FunctionReturn,
            avoid: false,
            location: Location {
                file: path.to_owned(),
                line,
                column: Some(column),
                function: Some(input.function.clone()),
            },
            constraint: Some(constraint(&input.value)?),
        })
    }

    fn target(&self, finding: &Finding) -> Waypoint {
        let place = &finding.place;
        let mut location = Location {
            file: place.file.clone(),
            line: place.line.max(1),
            column: (place.column > 0).then_some(place.column),
            function: Some(finding.function.clone()),
        };
        if let Some((path, text, line)) = self.find(place) {
            location.file = path.to_owned();
            location.line = line;
            let tokens = Tokens::new(text);
            let offset = tokens.offset(line, place.column.max(1));
            let token = offset.and_then(|offset| tokens.at(offset));
            let first = token.and_then(|token| tokens.statement(token));
            let first = first.and_then(|first| tokens.list.get(first));
            if let Some((at, column)) = first.map(|first| tokens.place(first.start))
                && at == line
            {
                location.column = Some(column);
            }
        }
        Waypoint {
            pass: Pass::Target,
            avoid: false,
            location,
            constraint: None,
        }
    }

    fn proof(&self, report: &Report) -> Content {
        let mut found: Vec<Invariant> = Vec::new();
        for invariant in &report.invariants {
            let placed = self.invariant(invariant);
            found.extend(placed.filter(|invariant| !found.contains(invariant)));
        }
        Content::Correctness(found)
    }

    fn invariant(&self, invariant: &cassay_report::Invariant) -> Option<Invariant> {
        let (path, text, line) = self.find(&invariant.place)?;
        let tokens = Tokens::new(text);
        let offset = tokens.offset(line, invariant.place.column.max(1))?;
        let keyword = tokens.loop_at(offset)?;
        let (line, column) = tokens.place(tokens.list.get(keyword)?.start);
        Some(Invariant {
            holds: Holds::Loop,
            location: Location {
                file: path.to_owned(),
                line,
                column: Some(column),
                function: Some(invariant.function.clone()),
            },
            value: invariant.text.clone(),
        })
    }

    /// The function whose result a waypoint is about.
    fn callee(&self, waypoint: &Waypoint) -> Option<String> {
        let location = &waypoint.location;
        let (_, text) = self.files.iter().find(|(path, _)| *path == location.file)?;
        let tokens = Tokens::new(text);
        let offset = tokens.offset(location.line, location.column?)?;
        let open = tokens.partner(tokens.at(offset)?)?;
        Some(tokens.text(open.checked_sub(1)?).to_owned())
    }
}

/// A text whose bytes are not UTF-8: every byte above ASCII becomes one that is, so that columns stay.
fn latin(bytes: &[u8]) -> String {
    let ascii = |byte: &u8| if byte.is_ascii() { *byte as char } else { '?' };
    bytes.iter().map(ascii).collect()
}

/// That a result is this value, in C.
fn constraint(value: &Value) -> Option<String> {
    let kind = value.c_type.as_deref().unwrap_or_default();
    let text = value.text.split(' ').next().unwrap_or_default();
    let literal = match text {
        "true" => "1".to_owned(),
        "false" => "0".to_owned(),
        "NULL" => "0".to_owned(),
        "-9223372036854775808" => "(-9223372036854775807LL - 1)".to_owned(),
        "NAN" | "-NAN" => return Some("\\result != \\result".to_owned()),
        "INFINITY" | "-INFINITY" => {
            let (comparison, largest) = match (text.starts_with('-'), kind) {
                (false, "float") => (">", "3.40282347e+38F"),
                (true, "float") => ("<", "-3.40282347e+38F"),
                (false, _) => (">", "1.7976931348623157e+308"),
                (true, _) => ("<", "-1.7976931348623157e+308"),
            };
            return Some(format!("\\result {comparison} {largest}"));
        }
        _ => {
            let number = text.trim_start_matches('-');
            let digits = number.starts_with(|c: char| c.is_ascii_digit());
            if !digits {
                return None;
            }
            match number.parse::<u128>() {
                Ok(large) if large > i64::MAX as u128 => match text.starts_with('-') {
                    // No literal has such a value.
                    true => return None,
                    false => (u64::try_from(large).ok()).map(|large| format!("{large}ULL"))?,
                },
                Ok(_) | Err(_) => text.to_owned(),
            }
        }
    };
    Some(format!("\\result == {literal}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_compared_as_c_does() {
        let of = |text: &str, kind: &str| {
            constraint(&Value {
                text: text.into(),
                c_type: Some(kind.into()),
                bits: None,
            })
        };
        assert_eq!(of("-5", "int").as_deref(), Some("\\result == -5"));
        assert_eq!(of("97 ('a')", "char").as_deref(), Some("\\result == 97"));
        assert_eq!(
            of("4294967295 (0xffffffff)", "unsigned int").as_deref(),
            Some("\\result == 4294967295")
        );
        assert_eq!(
            of("18446744073709551615 (0xffffffffffffffff)", "unsigned long").as_deref(),
            Some("\\result == 18446744073709551615ULL")
        );
        assert_eq!(of("NAN", "double").as_deref(), Some("\\result != \\result"));
        assert_eq!(of("0.1f", "float").as_deref(), Some("\\result == 0.1f"));
        assert_eq!(of("&x", "int *"), None);
    }
}
