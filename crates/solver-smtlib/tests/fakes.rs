//! Programs that misbehave: each is a shell script that a test writes. Nothing they do may hang,
//! panic, leave a process behind or become an answer.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use cassay_base::{Stop, StopReason};
use cassay_solver::{
    Answer, Backend, Chain, Configuration, Notes, Settings, Solver, SolverError, Usable,
    assemble_list,
};
use cassay_solver_smtlib::{ANY, BACKENDS, SmtlibSolver, usable, usable_within};
use cassay_term::{Pool, Sort, TermId};

/// Replies as a proper program does; `$1` is the reply to `check-sat`, `$2` that to `get-value`.
const PROPER: &str = r#"
while read -r line; do
  case "$line" in
    "(check-sat)") echo "$1" ;;
    "(get-value"*) echo "$2" ;;
    "(echo"*) line="${line#*\"}"; echo "${line%\"*}" ;;
    "(get-info"*) echo '(:reason-unknown "too hard")' ;;
  esac
done
"#;

/// A script, removed with its folder at the end.
struct Script {
    folder: PathBuf,
    command: &'static str,
}

/// Writes an executable file by another process. If this process had it open for writing, a child
/// that another test forks at that moment would inherit the descriptor, and a file that is open for
/// writing cannot be executed.
fn write_program(path: &Path, text: &str) {
    let mut shell = Command::new("/bin/sh")
        .args(["-c", "cat > \"$0\" && chmod 755 \"$0\""])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = shell.stdin.take().expect("it is piped");
    input.write_all(text.as_bytes()).expect("the shell reads");
    drop(input);
    assert!(shell.wait().expect("the shell ends").success());
}

impl Script {
    fn new(body: &str, arguments: &str) -> Script {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cassay-fake-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("fake");
        write_program(&path, &format!("#!/bin/sh\n{body}"));
        let command = format!("{} {arguments}", path.display());
        Script {
            folder,
            command: Box::leak(command.into_boxed_str()),
        }
    }

    fn configuration(&self) -> Configuration {
        let any = BACKENDS.iter().find(|backend| backend.name == "smtlib");
        Configuration {
            backend: Backend {
                command: Some(self.command),
                ..*any.expect("an entry")
            },
            settings: Settings::default(),
        }
    }

    fn solver(&self) -> SmtlibSolver {
        let settings = Settings {
            command: Some(self.command),
            ..Settings::default()
        };
        SmtlibSolver::new(&ANY, &settings).expect("scripts start")
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// `x < 10` for a byte.
fn formula(pool: &mut Pool) -> (TermId, TermId) {
    let x = pool.symbol("x", Sort::Bv(8));
    let ten = pool.bv_u64(8, 10);
    (x, pool.ult(x, ten))
}

/// The result of a check of a small formula.
fn checked(solver: &mut dyn Solver) -> Result<Answer, SolverError> {
    let mut pool = Pool::raw();
    let (_, small) = formula(&mut pool);
    solver.assert(&pool, small)?;
    let first = solver.check(&pool, &[]);
    // After any failure the solver can be used again.
    let second = solver.check(&pool, &[]);
    assert_eq!(first, second);
    first
}

#[track_caller]
fn fails_with(body: &str, arguments: &str, expected: &str) {
    let script = Script::new(body, arguments);
    let error = checked(&mut script.solver()).expect_err("no answer");
    assert!(matches!(error, SolverError::Failed { .. }), "{error:?}");
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn proper_replies_are_answers() {
    let sat = Script::new(PROPER, "sat '((x #x05))'");
    assert_eq!(checked(&mut sat.solver()), Ok(Answer::Sat));
    let unsat = Script::new(PROPER, "unsat");
    assert_eq!(checked(&mut unsat.solver()), Ok(Answer::Unsat));
    let unknown = Script::new(PROPER, "unknown");
    let why = Answer::Unknown("smtlib gave up: too hard".to_string());
    assert_eq!(checked(&mut unknown.solver()), Ok(why));
}

#[test]
fn garbage_is_no_answer() {
    fails_with("yes 'Hello (World'", "", "Hello");
    fails_with("echo ')))'; cat > /dev/null", "", "printed: )");
    fails_with("head -c 100000 /dev/zero; echo; cat > /dev/null", "", "");
    fails_with(PROPER, "maybe", "maybe");
    fails_with(PROPER, "unsupported", "no answer");
    fails_with(PROPER, "'(error \"no such logic\")'", "no such logic");
}

/// A line too many or too few must not become the answer to another query.
#[test]
fn replies_out_of_step_are_no_answers() {
    fails_with(PROPER, "'unsat unsat'", "unsat");
    fails_with(PROPER, "'unsat (error \"late\")'", "late");
    fails_with(PROPER, "''", "no answer");
    fails_with("echo unsat; cat", "", "");
}

#[test]
fn a_program_that_ends_is_a_failure_that_says_how() {
    fails_with("exit 3", "", "status 3");
    fails_with(
        "echo cannot open licence >&2; exit 1",
        "",
        "cannot open licence",
    );
    fails_with("read -r line; kill -SEGV $$", "", "signal 11");
    fails_with("read -r line; echo unsat", "", "status 0");
    fails_with("exec < /dev/null; exec sleep 100 > /dev/null", "", "");
}

#[test]
fn a_program_that_is_not_there_is_named_with_the_way_to_get_it() {
    for command in ["/nowhere/solver --fast", "/nowhere/z3"] {
        let backend = BACKENDS
            .iter()
            .find(|b| b.name == "smtlib")
            .expect("an entry");
        let settings = Settings {
            command: Some(command),
            ..Settings::default()
        };
        let error = (backend.make)(&settings)
            .err()
            .expect("no program")
            .to_string();
        assert!(error.contains("to get it"), "{error}");
    }
    let error = SmtlibSolver::new(&ANY, &Settings::default())
        .err()
        .expect("no command");
    assert!(
        error.to_string().contains("--smtlib-solver-prog"),
        "{error}"
    );
}

/// A program that never answers ends with everything it started when it is stopped.
#[test]
fn a_stop_ends_a_program_that_never_answers() {
    let script = Script::new(
        "sleep 1000 & echo $! > \"$1\"; echo $$ >> \"$1\"; wait",
        "PIDS",
    );
    let pids = script.folder.join("pids");
    let command = script.command.replace("PIDS", &pids.display().to_string());
    let settings = Settings {
        command: Some(Box::leak(command.into_boxed_str())),
        ..Settings::default()
    };
    let mut solver = SmtlibSolver::new(&ANY, &settings).expect("scripts start");
    let stop = Stop::new();
    solver.set_stop(stop.clone());
    let watcher = thread::spawn(move || {
        let listed = written(&pids, 2);
        stop.raise(StopReason::Time);
        listed
    });
    let answer = checked(&mut solver);
    assert_eq!(answer, Ok(Answer::Unknown("stopped: Time".to_string())));
    for pid in watcher.join().expect("the watcher").lines() {
        wait_for_the_end_of(pid);
    }
}

/// The text of a file as soon as it has this many lines.
fn written(file: &Path, lines: usize) -> String {
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if text.matches('\n').count() >= lines {
            return text;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns when a process has ended, or is a zombie that its new parent has to collect. Fails if it
/// still exists after ten minutes: it was not killed.
fn wait_for_the_end_of(pid: &str) {
    for _ in 0..30_000 {
        let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        if status.is_empty() || status.contains(") Z ") {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("process {pid} is left behind");
}

/// Our own children are collected: none is a zombie after its solver is dropped.
#[test]
fn dropping_a_solver_collects_its_program() {
    let script = Script::new("echo $$ > \"$1\"; exec sleep 1000", "PID");
    let file = script.folder.join("pid");
    let command = script.command.replace("PID", &file.display().to_string());
    let settings = Settings {
        command: Some(Box::leak(command.into_boxed_str())),
        ..Settings::default()
    };
    let solver = SmtlibSolver::new(&ANY, &settings).expect("scripts start");
    let pid = written(&file, 1).trim().to_string();
    drop(solver);
    let left = fs::exists(format!("/proc/{pid}")).expect("proc can be read");
    assert!(!left, "process {pid} was not collected");
}

#[test]
fn a_wrong_model_is_caught_and_the_next_program_asked() {
    let wrong = Script::new(PROPER, "sat '((x #xff))'");
    let right = Script::new(PROPER, "sat '((x #x07))'");
    let notes = Notes::new();
    let chain = Chain {
        notes: notes.clone(),
        ..Chain::default()
    };
    let list = [&wrong, &right].map(Script::configuration);
    let mut solver = assemble_list(&list, chain).expect("made when needed");
    assert_eq!(checked(solver.as_mut()), Ok(Answer::Sat));
    let notes = notes.read();
    assert!(
        notes.len() == 1 && notes[0].1.contains("does not satisfy"),
        "{notes:?}"
    );
}

#[test]
fn a_silent_program_is_given_up_when_another_can_take_over() {
    let silent = Script::new("sleep 1000", "");
    let right = Script::new(PROPER, "unsat");
    let notes = Notes::new();
    let chain = Chain {
        notes: notes.clone(),
        ..Chain::default()
    };
    let mut list = [&silent, &right].map(Script::configuration);
    list[0].settings.patience = Some(1);
    let mut solver = assemble_list(&list, chain).expect("made when needed");
    assert_eq!(checked(solver.as_mut()), Ok(Answer::Unsat));
    let notes = notes.read();
    assert!(
        notes.len() == 1 && notes[0].1.contains("did not answer in time"),
        "{notes:?}"
    );
}

#[test]
fn a_model_that_cannot_be_read_is_a_failure() {
    for reply in [
        "((x 5))",
        "((x #xfff))",
        "()",
        "(x)",
        "x",
        "((x #x05) (y #x05))",
        "(error \"no model\")",
    ] {
        let script = Script::new(PROPER, &format!("sat '{reply}'"));
        let mut solver = script.solver();
        let mut pool = Pool::raw();
        let (x, small) = formula(&mut pool);
        solver.assert(&pool, small).expect("an assertion");
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
        let error = solver.model(&pool, &[x]).expect_err("no model");
        assert!(
            matches!(error, SolverError::Failed { .. }),
            "{reply}: {error:?}"
        );
    }
}

#[test]
fn what_can_be_used_is_found_out_by_using_it() {
    let lying = Script::new(
        "[ \"$1\" = --version ] && echo Fake 1.0 && exit; echo sat; cat",
        "",
    );
    let Usable::Broken(why) = usable(&ANY, Some(lying.command)) else {
        panic!("a program that makes no sense is usable");
    };
    assert!(why.starts_with("Fake 1.0: "), "{why}");
    let silent = Script::new("exec sleep 1000", "");
    assert!(matches!(
        usable_within(&ANY, Some(silent.command), 1),
        Usable::Broken(_)
    ));
    assert!(matches!(
        usable(&ANY, Some("/nowhere/solver")),
        Usable::Missing(_)
    ));
}
