//! Reads a witness: what the schema of the format demands is checked here.

use crate::parse::{self, Value};
use crate::{Content, Holds, Invariant, Location, Metadata, Pass, Waypoint, Witness};
use std::fmt;

/// Why a text is no witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAWitness(pub String);

impl fmt::Display for NotAWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

type Read<T> = Result<T, NotAWitness>;

fn wrong<T>(what: impl Into<String>) -> Read<T> {
    Err(NotAWitness(what.into()))
}

/// Reads a witness in YAML. Several sets of invariants become one.
pub fn read(text: &str) -> Read<Witness> {
    if text.trim_start().starts_with('<') {
        return wrong("witnesses in GraphML are not followed, only those in YAML");
    }
    let document = parse::parse(text).map_err(NotAWitness)?;
    let Value::List(entries) = &document else {
        return wrong("a witness is a sequence of entries");
    };
    let mut whole: Option<Witness> = None;
    for entry in entries {
        let witness = read_entry(entry)?;
        match (&mut whole, witness.content) {
            (None, content) => {
                let metadata = witness.metadata;
                whole = Some(Witness { metadata, content });
            }
            (Some(whole), Content::Correctness(more)) => match &mut whole.content {
                Content::Correctness(known) => known.extend(more),
                Content::Violation(_) => return wrong("entries of different kinds"),
            },
            (Some(_), Content::Violation(_)) => {
                return wrong("a second entry beside a sequence of waypoints");
            }
        }
    }
    whole.ok_or_else(|| NotAWitness("there is no entry".into()))
}

fn read_entry(entry: &Value) -> Read<Witness> {
    let kind = text(entry, "entry_type")?;
    let metadata = read_metadata(field(entry, "metadata")?)?;
    let content = field(entry, "content")?;
    let content = match kind {
        "violation_sequence" => Content::Violation(read_segments(items(content, "content")?)?),
        "invariant_set" => {
            let invariants = items(content, "content")?.iter().map(read_invariant);
            Content::Correctness(invariants.collect::<Read<_>>()?)
        }
        _ => return wrong(format!("entries of type {kind} are not supported")),
    };
    Ok(Witness { metadata, content })
}

fn read_metadata(value: &Value) -> Read<Metadata> {
    let version = text(value, "format_version")?;
    if !version.starts_with("2.") {
        return wrong(format!("version {version} of the format is not supported"));
    }
    let identifier = text(value, "uuid")?;
    let groups: Vec<usize> = identifier.split('-').map(str::len).collect();
    let digits = identifier
        .chars()
        .all(|c| c == '-' || c.is_ascii_hexdigit());
    if groups != [8, 4, 4, 4, 12] || !digits {
        return wrong(format!("'{identifier}' is no UUID"));
    }
    let producer = field(value, "producer")?;
    let task = field(value, "task")?;
    let hashes = field(task, "input_file_hashes")?;
    let mut files = Vec::new();
    for file in items(field(task, "input_files")?, "input_files")? {
        let Some(name) = file.text() else {
            return wrong("the name of a file is expected in input_files");
        };
        let sum = text(hashes, name)?.to_ascii_lowercase();
        if sum.len() != 64 || !sum.chars().all(|c| c.is_ascii_hexdigit()) {
            return wrong(format!("'{sum}' is no SHA-256 sum"));
        }
        files.push((name.to_owned(), sum));
    }
    let data_model = text(task, "data_model")?;
    if !["ILP32", "LP64"].contains(&data_model) {
        return wrong(format!("the data model '{data_model}' is not known"));
    }
    if text(task, "language")? != "C" {
        return wrong("only programs in C are supported");
    }
    Ok(Metadata {
        created: text(value, "creation_time")?.to_owned(),
        producer: text(producer, "name")?.to_owned(),
        version: text(producer, "version")?.to_owned(),
        files,
        specification: text(task, "specification")?.trim().to_owned(),
        data_model: data_model.to_owned(),
    })
}

fn read_segments(list: &[Value]) -> Read<Vec<Vec<Waypoint>>> {
    let mut segments = Vec::new();
    for item in list {
        let waypoints = items(field(item, "segment")?, "segment")?;
        let waypoints = waypoints.iter().map(read_waypoint);
        let segment = waypoints.collect::<Read<Vec<Waypoint>>>()?;
        let follows = segment.iter().filter(|waypoint| !waypoint.avoid).count();
        if follows != 1 || segment.last().is_none_or(|last| last.avoid) {
            return wrong("a segment ends with its only waypoint to follow");
        }
        segments.push(segment);
    }
    let targets = |segment: &Vec<Waypoint>| segment.iter().any(|w| w.pass == Pass::Target);
    match segments.split_last() {
        Some((last, before)) if targets(last) && !before.iter().any(targets) => Ok(segments),
        Some(_) | None => wrong("the last segment, and no other, ends with a target"),
    }
}

fn read_waypoint(item: &Value) -> Read<Waypoint> {
    let value = field(item, "waypoint")?;
    let name = text(value, "type")?;
    let named = Pass::NAMES.iter().find(|(_, known)| *known == name);
    let Some((pass, _)) = named else {
        return wrong(format!("waypoints of type {name} are not supported"));
    };
    let avoid = match text(value, "action")? {
        "follow" => false,
        "avoid" => true,
        action => return wrong(format!("the action {action} is not known")),
    };
    let constraint = match value.get("constraint") {
        Some(constraint) => Some(text(constraint, "value")?.trim().to_owned()),
        None => None,
    };
    let needed = matches!(pass, Pass::Assumption | Pass::Branching);
    if needed && constraint.is_none() || *pass == Pass::Target && constraint.is_some() {
        return wrong(format!(
            "a waypoint of type {name} and its constraint do not fit"
        ));
    }
    Ok(Waypoint {
        pass: *pass,
        avoid,
        location: read_location(field(value, "location")?)?,
        constraint,
    })
}

fn read_invariant(item: &Value) -> Read<Invariant> {
    let value = field(item, "invariant")?;
    let holds = match text(value, "type")? {
        "loop_invariant" => Holds::Loop,
        "location_invariant" => Holds::Location,
        _ => Holds::Elsewhere,
    };
    let format = value
        .get("format")
        .and_then(Value::text)
        .unwrap_or_default();
    Ok(Invariant {
        // Only expressions of plain C are understood.
        holds: if format == "c_expression" {
            holds
        } else {
            Holds::Elsewhere
        },
        location: read_location(field(value, "location")?)?,
        value: text(value, "value")?.trim().to_owned(),
    })
}

fn read_location(value: &Value) -> Read<Location> {
    let number = |key: &str| match value.get(key).and_then(Value::text) {
        None => Ok(None),
        Some(text) => match text.parse::<u32>() {
            Ok(number) if number > 0 => Ok(Some(number)),
            Ok(_) | Err(_) => wrong(format!("'{text}' is no {key}")),
        },
    };
    let Some(line) = number("line")? else {
        return wrong("a location has no line");
    };
    Ok(Location {
        file: text(value, "file_name")?.to_owned(),
        line,
        column: number("column")?,
        function: value
            .get("function")
            .and_then(Value::text)
            .map(String::from),
    })
}

fn field<'a>(value: &'a Value, key: &str) -> Read<&'a Value> {
    value
        .get(key)
        .ok_or_else(|| NotAWitness(format!("there is no {key}")))
}

fn text<'a>(value: &'a Value, key: &str) -> Read<&'a str> {
    let found = field(value, key)?.text();
    found.ok_or_else(|| NotAWitness(format!("{key} is no scalar")))
}

fn items<'a>(value: &'a Value, name: &str) -> Read<&'a [Value]> {
    match value {
        Value::List(items) => Ok(items),
        Value::Null => Ok(&[]),
        Value::Text(_) | Value::Map(_) => wrong(format!("{name} is no sequence")),
    }
}
