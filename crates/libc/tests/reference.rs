//! `docs/library.md` lists what the models define and what they assume.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str = "\
# The C library

Cassay brings a model of each library function below and links it when a program calls it and does
not define it itself. Models do what the C standard, POSIX or glibc say: accesses to memory are
checked as in any code, and what goes wrong is reported at the call. Where a model says less than
the function does, the assumption is listed; a run prints those it met. What a model *approximates* is
any of several values here and one of them in truth: proofs hold for all of them, and a violation that
rests on such a value is not reported; the answer is *unknown* and names it. `malloc`, `calloc`, `free`,
`memcpy`, `memmove`, `memset`, `abort`, `exit`, `assert` and thread creation need no model.

Other functions of the library return any value and change what their arguments lead to. No violation is
reported that rests on that either.

This page is made by a test (`make bless` writes it anew). To add a function, add a C file under
`models/`.
";

/// Where the functions of a folder are declared.
const HEADERS: &[(&str, &str)] = &[
    ("complex", "`<complex.h>`"),
    ("ctype", "`<ctype.h>`, `<wctype.h>`"),
    ("dirent", "`<dirent.h>`"),
    ("errno", "`<errno.h>`"),
    ("fenv", "`<fenv.h>`"),
    ("libgen", "`<libgen.h>`"),
    ("locale", "`<locale.h>`"),
    ("math", "`<math.h>`"),
    ("netdb", "`<netdb.h>`"),
    ("pthread", "`<pthread.h>`, `<semaphore.h>`"),
    ("pwd", "`<pwd.h>`, `<grp.h>`"),
    ("setjmp", "`<setjmp.h>`"),
    ("signal", "`<signal.h>`"),
    ("socket", "`<sys/socket.h>`, `<arpa/inet.h>`"),
    ("stdio", "`<stdio.h>`"),
    ("stdlib", "`<stdlib.h>`"),
    ("string", "`<string.h>`, `<strings.h>`"),
    ("time", "`<time.h>`, `<sys/time.h>`"),
    (
        "unistd",
        "`<unistd.h>`, `<fcntl.h>` and other POSIX headers",
    ),
    ("wchar", "`<wchar.h>`"),
];

#[test]
fn the_reference_lists_every_model() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/library.md");
    let text = reference();
    if std::env::var_os("CASSAY_BLESS").is_some() {
        std::fs::write(&path, &text).expect("docs/library.md can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "docs/library.md is out of date: run `make bless`"
    );
}

#[test]
fn every_folder_has_a_heading() {
    for unit in cassay_libc::UnitId::all() {
        let folder = folder(unit.name());
        let internal = folder == "address";
        let listed = HEADERS.iter().any(|(name, _)| *name == folder);
        assert!(internal || listed, "models/{folder} has no heading");
    }
}

fn folder(unit: &str) -> &str {
    unit.split('/').next().unwrap_or(unit)
}

fn reference() -> String {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for name in cassay_libc::names() {
        if let Some(unit) = cassay_libc::find(name)
            && let Some(name) = public(name)
        {
            names.entry(folder(unit.name())).or_default().insert(name);
        }
    }
    let mut notes: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for unit in cassay_libc::UnitId::all() {
        let text = cassay_libc::text(unit, 64);
        notes
            .entry(folder(unit.name()))
            .or_default()
            .extend(assumptions(&text));
    }
    let mut approximated: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for unit in cassay_libc::UnitId::all() {
        let text = cassay_libc::text(unit, 64);
        approximated
            .entry(folder(unit.name()))
            .or_default()
            .extend(approximations(&text));
    }
    let mut out = HEAD.to_string();
    for (folder, heading) in HEADERS {
        let _ = writeln!(out, "\n## {heading}\n");
        let list: Vec<String> = names
            .get(folder)
            .into_iter()
            .flatten()
            .map(|name| format!("`{name}`"))
            .collect();
        let _ = writeln!(out, "{}", wrapped(&list.join(" ")));
        let mut items: Vec<String> = Vec::new();
        let assumed = notes.get(folder).into_iter().flatten();
        items.extend(assumed.map(|note| format!("- assumed: {note}")));
        let values = approximated.get(folder).into_iter().flatten();
        let values: Vec<&str> = values.map(String::as_str).collect();
        if !values.is_empty() {
            let list = format!("- approximated: {}", values.join(", "));
            items.push(wrapped(&list).replace('\n', "\n  "));
        }
        if !items.is_empty() {
            let _ = writeln!(out, "\n{}", items.join("\n"));
        }
    }
    out
}

/// The name programs use; names with underscores are what headers make of others.
fn public(name: &'static str) -> Option<&'static str> {
    match name {
        "__errno_location" => Some("errno"),
        _ => (!name.starts_with('_')).then_some(name),
    }
}

fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        if column > 0 && column + 1 + word.len() > 100 {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    }
    out
}

/// The literals that a unit passes to `__cassay_note` and `__cassay_hides`.
fn assumptions(text: &str) -> Vec<String> {
    let literals = text.lines().filter_map(|line| {
        let (line, hides) = match line.split_once("@__cassay_note(") {
            Some((_, argument)) => (argument, false),
            None => (line.split_once("@__cassay_hides(")?.1, true),
        };
        let name = line.split('@').nth(1)?;
        let name = name.split([')', ' ', ',']).next()?;
        let start = format!("@{name} = ");
        let definition = text.lines().find(|line| line.starts_with(&start))?;
        let literal = definition.split("c\"").nth(1)?.rsplit_once('"')?.0;
        let literal = literal.replace("\\00", "").replace("\\22", "\"");
        let remark = if hides {
            " (nothing is proved behind it)"
        } else {
            ""
        };
        Some(format!("{literal}{remark}"))
    });
    literals.collect()
}

/// The names of the values that a unit approximates.
fn approximations(text: &str) -> Vec<String> {
    let literals = text.lines().filter_map(|line| {
        let literal = line.split("c\"approximate ").nth(1)?.rsplit_once('"')?.0;
        Some(literal.replace("\\00", ""))
    });
    literals.collect()
}

#[test]
fn no_pointer_is_approximated() {
    for unit in cassay_libc::UnitId::all() {
        let text = cassay_libc::text(unit, 64);
        let names: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("c\"approximate "))
            .filter_map(|line| line.split(" = ").next())
            .collect();
        for call in text
            .lines()
            .filter(|line| line.contains("@__cassay_any_ptr("))
        {
            assert!(
                !names.iter().any(|name| call.contains(&format!("{name})"))),
                "{}: {call}",
                unit.name()
            );
        }
    }
}
