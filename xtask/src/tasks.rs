//! Tasks of the SV-COMP collection: `.yml` definitions beside their C files, one task for each
//! property for which the definition has an answer.

use crate::tool::Answer;
use std::path::{Path, PathBuf};

/// The properties that Cassay decides.
pub const PROPERTIES: [&str; 4] = [
    "unreach-call",
    "valid-memsafety",
    "valid-memcleanup",
    "no-overflow",
];

/// One program, one property, one expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The `.yml` file.
    pub definition: PathBuf,
    /// The C file.
    pub source: PathBuf,
    /// `ILP32` or `LP64`.
    pub model: String,
    /// A name of [`PROPERTIES`].
    pub property: String,
    /// The published answer: whether the property holds.
    pub expected: bool,
}

impl Task {
    /// The folder that it is in.
    pub fn folder(&self) -> String {
        let folder = self.definition.parent().and_then(Path::file_name);
        folder.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// A short name: folder and definition.
    pub fn name(&self) -> String {
        let stem = self.definition.file_stem().unwrap_or_default();
        format!("{}/{}", self.folder(), stem.to_string_lossy())
    }

    /// Whether an answer differs from the published one.
    pub fn is_wrong(&self, answer: Answer) -> bool {
        answer
            == if self.expected {
                Answer::Unsafe
            } else {
                Answer::Safe
            }
    }

    /// The arguments of a run.
    pub fn arguments(&self, limit: u64, options: &[String]) -> Vec<String> {
        let fixed = ["--property", &self.property, "--data-model", &self.model];
        let mut args: Vec<String> = fixed.iter().map(|word| (*word).to_string()).collect();
        args.extend(["--timeout".into(), format!("{limit}s")]);
        args.extend(["--memlimit".into(), "6g".into()]);
        args.extend(options.iter().cloned());
        args.push(self.source.display().to_string());
        args
    }
}

/// The tasks below a folder with one of these properties, in the order of their names.
pub fn collect(folders: &[PathBuf], properties: &[&str]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for folder in folders {
        walk(folder, properties, &mut tasks);
    }
    tasks.sort_by(|a, b| (&a.definition, &a.property).cmp(&(&b.definition, &b.property)));
    tasks
}

fn walk(folder: &Path, properties: &[&str], tasks: &mut Vec<Task>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, properties, tasks);
        } else if path.extension().is_some_and(|e| e == "yml") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            tasks.extend(properties.iter().filter_map(|p| read(&path, &text, p)));
        }
    }
}

/// Reads the relevant fields of a definition.
fn read(definition: &Path, text: &str, property: &str) -> Option<Task> {
    let value = |key: &str| {
        let (_, after) = text.split_once(key)?;
        let word = after.split_whitespace().find(|word| *word != "-")?;
        Some(word.trim_matches(['\'', '"', '[', ']']).to_string())
    };
    let source = definition.with_file_name(value("input_files:")?);
    let file = format!("{property}.prp");
    let mut chunks = text.split("property_file:").skip(1);
    let verdict = chunks.find_map(|chunk| {
        let (first, rest) = chunk.split_once('\n')?;
        let named = first.trim().trim_matches(['\'', '"']).ends_with(&file);
        let (_, verdict) = rest.split_once("expected_verdict:")?;
        named.then(|| verdict.trim_start())
    })?;
    Some(Task {
        definition: definition.to_owned(),
        source,
        model: value("data_model:").unwrap_or_else(|| "ILP32".into()),
        property: property.to_string(),
        expected: verdict.starts_with("true"),
    })
}

/// Shuffles items by a seed.
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    // Steele's splitmix64 is sufficient here.
    let mut state = seed;
    for left in (1..items.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let other = usize::try_from(z % (left as u64 + 1)).unwrap_or(left);
        items.swap(left, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "format_version: '2.0'\ninput_files: 'a-1.c'\nproperties:\n  \
        - property_file: ../properties/no-overflow.prp\n    expected_verdict: true\n  \
        - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\n\
        options:\n  language: C\n  data_model: LP64\n";

    #[test]
    fn definitions_are_read() {
        let task = read(Path::new("set/loops/a.yml"), TEXT, "unreach-call").unwrap();
        assert_eq!(task.source, Path::new("set/loops/a-1.c"));
        assert_eq!((task.model.as_str(), task.expected), ("LP64", false));
        assert_eq!(task.name(), "loops/a");
        assert!(task.is_wrong(Answer::Safe) && !task.is_wrong(Answer::Unsafe));
        assert!(!task.is_wrong(Answer::Open) && !task.is_wrong(Answer::Error));
        let other = read(Path::new("set/loops/a.yml"), TEXT, "no-overflow").unwrap();
        assert!(other.expected);
        assert_eq!(read(Path::new("a.yml"), TEXT, "valid-memsafety"), None);
    }

    #[test]
    fn a_seed_decides_an_order() {
        let order = |seed| {
            let mut items: Vec<u32> = (0..100).collect();
            shuffle(&mut items, seed);
            items
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut sorted = order(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }
}
