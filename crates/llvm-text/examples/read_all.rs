//! Reads `.ll` files, or all those in directories, and says which cannot be read, which hold
//! instructions or constants unknown to the reader, and how long it took.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use cassay_llvm_text::{BlockItem, Constant, InstKind, Module, parse};

fn main() -> ExitCode {
    let mut files = Vec::new();
    for argument in std::env::args_os().skip(1) {
        collect(Path::new(&argument), &mut files);
    }
    files.sort();
    let (mut failed, mut unknown, mut lines) = (0, 0, 0);
    let mut spent = Duration::ZERO;
    let mut slowest = (Duration::ZERO, PathBuf::new());
    for file in &files {
        let text = match std::fs::read(file) {
            Ok(text) => text,
            Err(error) => {
                println!("{}: {error}", file.display());
                failed += 1;
                continue;
            }
        };
        lines += text.iter().filter(|&&byte| byte == b'\n').count();
        let start = Instant::now();
        let result = parse(&text);
        let time = start.elapsed();
        spent += time;
        if time > slowest.0 {
            slowest = (time, file.clone());
        }
        match result {
            Ok(module) => unknown += report_unknown(file, &module),
            Err(error) => {
                println!("{}:{error}", file.display());
                failed += 1;
            }
        }
    }
    println!(
        "{} files, {lines} lines, {failed} failed, {unknown} unknown",
        files.len()
    );
    println!(
        "{spent:?} in all, {:?} for {}",
        slowest.0,
        slowest.1.display()
    );
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn collect(path: &Path, into: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        into.push(path.to_owned());
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "ll") {
            collect(&path, into);
        }
    }
}

/// Prints unknown instructions and initial values; their number.
fn report_unknown(file: &Path, module: &Module) -> usize {
    let mut count = 0;
    let blocks = module
        .functions
        .iter()
        .filter_map(|function| function.body.as_ref())
        .flatten();
    for item in blocks.flat_map(|block| &block.items) {
        if let BlockItem::Inst(instruction) = item
            && let InstKind::Unknown { text, .. } = &instruction.kind
        {
            println!("{}:{}: unknown: {text}", file.display(), instruction.line);
            count += 1;
        }
    }
    for global in &module.globals {
        if let Some(init) = &global.init
            && let Constant::Unknown(text) = &init.value
        {
            println!(
                "{}:{}: unknown constant: {text}",
                file.display(),
                global.line
            );
            count += 1;
        }
    }
    count
}
