//! Parts of libc++ that are compiled from its own headers when a program needs them.
//!
//! Headers of libc++ define templates whose instances for common types are only in the shared library:
//! `std::string`, string streams, sorting of numbers. A part is a few lines in C++ that ask for these instances.
//! So what is executed is the text of the headers that the program was compiled with, with their preconditions.
//! What is no template is a model (`models/cxx/llvm`), and a function that has a model is not taken from a part.
//!
//! A part that clang rejects, as where no headers are installed, defines nothing: what needs it is unsupported.

use crate::link_models::plain_name;
use crate::llvm::Linkage;
use crate::lower::Unit;
use crate::{DataModel, Options, Source, clang, kinds, read_module};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What stands before the names of version 1 of the library's ABI.
const NAMESPACE: &str = "St3__1";

/// A part: its text, and how the mangled names that it defines begin behind the namespace.
struct Part {
    name: &'static str,
    text: &'static str,
    starts: &'static [&'static str],
}

const PARTS: &[Part] = &[
    Part {
        name: "string",
        text: include_str!("libcxx/string.cpp"),
        starts: &["12basic_stringIc", "plIcNS_11char_traitsIcEE"],
    },
    Part {
        name: "wide_string",
        text: include_str!("libcxx/wide_string.cpp"),
        starts: &["12basic_stringIw"],
    },
    Part {
        name: "sort",
        text: include_str!("libcxx/sort.cpp"),
        starts: &["6__sortI"],
    },
    Part {
        name: "input_streams",
        text: include_str!("libcxx/input_streams.cpp"),
        starts: &["13basic_istreamIc", "14basic_iostreamIc"],
    },
    Part {
        name: "string_streams",
        text: include_str!("libcxx/string_streams.cpp"),
        starts: &[
            "15basic_stringbufIc",
            "18basic_stringstreamIc",
            "19basic_istringstreamIc",
            "19basic_ostringstreamIc",
        ],
    },
];

/// Standards that are older than what the parts are written in.
const OLD_STANDARDS: &[&str] = &["98", "03", "0x", "11", "1y", "14"];

/// Compiles parts as the files of a program are compiled.
pub(crate) struct Parts {
    source: Source,
    options: Options,
    taken: BTreeSet<usize>,
}

impl Parts {
    pub fn new(inputs: &[Source], options: &Options) -> Self {
        let of_cxx = inputs.iter().find(|source| kinds::is_cxx(&source.path));
        let mut source = Source {
            path: PathBuf::new(),
            args: fitting(of_cxx.map_or(&[], |source| &source.args)),
        };
        source.args.push("-stdlib=libc++".into());
        let options = Options {
            clang_args: fitting(&options.clang_args),
            ..options.clone()
        };
        Parts {
            source,
            options,
            taken: BTreeSet::new(),
        }
    }

    /// The parts that define some of these names, as files of a program with pointers of this width. Each is
    /// given once.
    pub fn units<'n>(
        &mut self,
        missing: impl Iterator<Item = &'n String>,
        pointer_bits: u32,
    ) -> Vec<Unit> {
        let wanted: BTreeSet<usize> = missing.filter_map(|name| part_of(name)).collect();
        self.options.data_model = match pointer_bits {
            32 => DataModel::Ilp32,
            _ => DataModel::Lp64,
        };
        let new: Vec<usize> = wanted.difference(&self.taken).copied().collect();
        self.taken.extend(&new);
        new.into_iter()
            .filter_map(|part| self.unit(&PARTS[part]))
            .collect()
    }

    fn unit(&mut self, part: &Part) -> Option<Unit> {
        self.source.path = format!("<library>/libc++/{}.cpp", part.name).into();
        let text = clang::compile_part(part.text, &self.source, &self.options).ok()?;
        let mut module = read_module(&self.source.path, &text).ok()?;
        for function in &mut module.functions {
            let modelled =
                plain_name(&function.name).is_some_and(|name| cassay_libc::find(&name).is_some());
            if modelled && function.linkage != Linkage::Internal {
                function.body = None;
                function.linkage = Linkage::External;
            }
        }
        Some(Unit {
            path: self.source.path.clone(),
            module,
            is_model: false,
            scopes: Default::default(),
        })
    }
}

/// The part that defines a name.
fn part_of(symbol: &str) -> Option<usize> {
    let (before, name) = symbol.split_once(NAMESPACE)?;
    // What stands before is only the kind of the symbol: a function, a table, a thunk.
    let kind = before
        .strip_prefix("_Z")?
        .trim_end_matches(['N', 'K'])
        .trim_end_matches(|letter: char| letter.is_ascii_digit() || "n_".contains(letter));
    if !["", "TV", "TT", "TI", "TS", "TC", "Th", "Tv"].contains(&kind) {
        return None;
    }
    PARTS
        .iter()
        .position(|part| part.starts.iter().any(|start| name.starts_with(start)))
}

/// The arguments of a program's files that concern the library as well: no files included first, no standard
/// that is too old.
fn fitting(args: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg == "-include" {
            rest.next();
        } else if !arg.starts_with("-include") && !is_old_standard(arg) {
            kept.push(arg.clone());
        }
    }
    kept
}

fn is_old_standard(arg: &str) -> bool {
    let name = arg.strip_prefix("-std=");
    name.is_some_and(|name| OLD_STANDARDS.iter().any(|old| name.ends_with(old)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_the_part_that_defines_them() {
        let part = |symbol: &str| part_of(symbol).map(|index| PARTS[index].name);
        let string = "12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE";
        assert_eq!(
            part(&format!("_ZNSt3__1{string}9push_backEc")),
            Some("string")
        );
        assert_eq!(part(&format!("_ZNKSt3__1{string}4findEcm")), Some("string"));
        assert_eq!(
            part("_ZNSt3__16__sortIRNS_6__lessIiiEEPiEEvT0_S5_T_"),
            Some("sort")
        );
        assert_eq!(
            part(
                "_ZTv0_n24_NSt3__119basic_ostringstreamIcNS_11char_traitsIcEENS_9allocatorIcEEED1Ev"
            ),
            Some("string_streams")
        );
        assert_eq!(
            part("_ZTVNSt3__113basic_istreamIcNS_11char_traitsIcEEEE"),
            Some("input_streams")
        );
        assert_eq!(part(&format!("_Z1fNSt3__1{string}E")), None);
        assert_eq!(part("_ZNSt3__15mutex4lockEv"), None);
        assert_eq!(part("_ZNSt7__cxx1112basic_stringIcE4sizeEv"), None);
    }

    #[test]
    fn flags_of_the_program_are_taken_where_they_fit() {
        let args = ["-std=gnu++11", "-DN=1", "-include", "x.h", "-stdlib=libc++"];
        let kept = fitting(&args.map(String::from));
        assert_eq!(kept, ["-DN=1", "-stdlib=libc++"]);
        assert_eq!(fitting(&["-std=c++20".into()]), ["-std=c++20"]);
    }
}
