//! Writes witnesses in GraphML, version 1.0 of the older format: an automaton whose edges and nodes have data.

use crate::{Content, Invariant, Pass, Waypoint, Witness};
use std::fmt::Write;

/// The keys of data: whom they belong to, their types and defaults.
const KEYS: [(&str, &str, &str, Option<&str>); 20] = [
    ("witness-type", "graph", "string", None),
    ("sourcecodelang", "graph", "string", None),
    ("producer", "graph", "string", None),
    ("specification", "graph", "string", None),
    ("programfile", "graph", "string", None),
    ("programhash", "graph", "string", None),
    ("architecture", "graph", "string", None),
    ("creationtime", "graph", "string", None),
    ("entry", "node", "boolean", Some("false")),
    ("violation", "node", "boolean", Some("false")),
    ("invariant", "node", "string", None),
    ("invariant.scope", "node", "string", None),
    ("assumption", "edge", "string", None),
    ("assumption.scope", "edge", "string", None),
    ("assumption.resultfunction", "edge", "string", None),
    ("control", "edge", "string", None),
    ("startline", "edge", "int", None),
    ("endline", "edge", "int", None),
    ("enterLoopHead", "edge", "boolean", Some("false")),
    ("enterFunction", "edge", "string", None),
];

/// Writes a witness about the first file of its task. `callees` names the function that a waypoint is about, where
/// somebody knows it.
pub fn write(witness: &Witness, callee: &dyn Fn(&Waypoint) -> Option<String>) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (name, of, kind, default) in KEYS {
        let _ = write!(
            out,
            "  <key attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{of}\" id=\"{name}\""
        );
        let _ = match default {
            Some(value) => writeln!(out, ">\n    <default>{value}</default>\n  </key>"),
            None => writeln!(out, "/>"),
        };
    }
    let _ = writeln!(out, "  <graph edgedefault=\"directed\">");
    write_metadata(&mut out, witness);
    match &witness.content {
        Content::Violation(segments) => {
            let followed = segments.iter().filter_map(|segment| segment.last());
            write_path(&mut out, followed, callee);
        }
        Content::Correctness(invariants) => write_proof(&mut out, invariants),
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

fn write_metadata(out: &mut String, witness: &Witness) {
    let meta = &witness.metadata;
    let kind = match witness.content {
        Content::Violation(_) => "violation_witness",
        Content::Correctness(_) => "correctness_witness",
    };
    let architecture = match meta.data_model.as_str() {
        "ILP32" => "32bit",
        _ => "64bit",
    };
    let producer = format!("{} {}", meta.producer, meta.version);
    let file = meta.files.first();
    let none = (String::new(), String::new());
    let (name, sum) = file.unwrap_or(&none);
    let specification = format!("CHECK( init(main()), LTL({}) )", meta.specification);
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", producer.as_str()),
        ("specification", specification.as_str()),
        ("programfile", name.as_str()),
        ("programhash", sum.as_str()),
        ("architecture", architecture),
        ("creationtime", meta.created.as_str()),
    ] {
        data(out, "    ", key, value);
    }
}

fn data(out: &mut String, indent: &str, key: &str, value: &str) {
    let _ = writeln!(out, "{indent}<data key=\"{key}\">{}</data>", escaped(value));
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && !c.is_whitespace() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

fn node(out: &mut String, name: &str, facts: &[(&str, &str)]) {
    let _ = writeln!(out, "    <node id=\"{name}\">");
    for (key, value) in facts {
        data(out, "      ", key, value);
    }
    let _ = writeln!(out, "    </node>");
}

fn write_path<'a>(
    out: &mut String,
    waypoints: impl Iterator<Item = &'a Waypoint>,
    callee: &dyn Fn(&Waypoint) -> Option<String>,
) {
    node(out, "N0", &[("entry", "true")]);
    for (number, waypoint) in waypoints.enumerate() {
        let next = format!("N{}", number + 1);
        let last = waypoint.pass == Pass::Target;
        let facts: &[(&str, &str)] = if last { &[("violation", "true")] } else { &[] };
        node(out, &next, facts);
        let _ = writeln!(out, "    <edge source=\"N{number}\" target=\"{next}\">");
        let line = waypoint.location.line.to_string();
        data(out, "      ", "startline", &line);
        data(out, "      ", "endline", &line);
        match (waypoint.pass, &waypoint.constraint) {
            (Pass::Branching, Some(value)) if value == "true" || value == "false" => {
                data(out, "      ", "control", &format!("condition-{value}"));
            }
            (Pass::Assumption | Pass::FunctionReturn, Some(constraint)) => {
                data(out, "      ", "assumption", &format!("{constraint};"));
                if let Some(scope) = &waypoint.location.function {
                    data(out, "      ", "assumption.scope", scope);
                }
                if waypoint.pass == Pass::FunctionReturn
                    && let Some(function) = callee(waypoint)
                {
                    data(out, "      ", "assumption.resultfunction", &function);
                }
            }
            _ => {}
        }
        let _ = writeln!(out, "    </edge>");
    }
}

fn write_proof(out: &mut String, invariants: &[Invariant]) {
    node(out, "N0", &[("entry", "true")]);
    for (number, invariant) in invariants.iter().enumerate() {
        let next = format!("N{}", number + 1);
        let mut facts = vec![("invariant", invariant.value.as_str())];
        if let Some(scope) = &invariant.location.function {
            facts.push(("invariant.scope", scope));
        }
        node(out, &next, &facts);
        let _ = writeln!(out, "    <edge source=\"N{number}\" target=\"{next}\">");
        data(out, "      ", "enterLoopHead", "true");
        let line = invariant.location.line.to_string();
        data(out, "      ", "startline", &line);
        data(out, "      ", "endline", &line);
        let _ = writeln!(out, "    </edge>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Holds, Location, Metadata};

    fn witness(content: Content) -> Witness {
        Witness {
            metadata: Metadata {
                files: vec![("a&b.c".into(), "0".into())],
                ..Metadata::default()
            },
            content,
        }
    }

    fn place(line: u32) -> Location {
        Location {
            line,
            function: Some("f".into()),
            ..Location::default()
        }
    }

    #[test]
    fn every_key_is_declared_and_markup_is_escaped() {
        let waypoint = |pass, constraint: Option<&str>| Waypoint {
            pass,
            avoid: false,
            location: place(3),
            constraint: constraint.map(String::from),
        };
        let violation = witness(Content::Violation(vec![
            vec![waypoint(Pass::FunctionReturn, Some("\\result == 1"))],
            vec![waypoint(Pass::Branching, Some("true"))],
            vec![waypoint(Pass::Target, None)],
        ]));
        let proof = witness(Content::Correctness(vec![Invariant {
            holds: Holds::Loop,
            location: place(4),
            value: "i < n && \"\"[0] == 0".into(),
        }]));
        let callee = |_: &Waypoint| Some("nondet_int".to_owned());
        for text in [write(&violation, &callee), write(&proof, &callee)] {
            for used in text.split("<data key=\"").skip(1) {
                let key = used.split('"').next().unwrap_or_default();
                assert!(text.contains(&format!("id=\"{key}\"")), "{key}");
            }
            assert!(text.contains("a&amp;b.c"), "{text}");
            assert_eq!(
                text.matches("<edge").count(),
                text.matches("</edge>").count()
            );
        }
        let text = write(&violation, &callee);
        assert!(text.contains("<data key=\"assumption.resultfunction\">nondet_int</data>"));
        assert!(text.contains("<data key=\"control\">condition-true</data>"));
        assert_eq!(
            text.matches("<data key=\"violation\">true</data>").count(),
            1
        );
        assert!(write(&proof, &callee).contains("i &lt; n &amp;&amp; &quot;&quot;[0] == 0"));
    }
}
