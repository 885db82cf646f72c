//! Tests of the argument parser.

use super::*;

fn parse_words(words: &str) -> Result<Options, String> {
    let args: Vec<String> = words.split_whitespace().map(String::from).collect();
    parse(&args)
}

#[test]
fn values_attach_with_or_without_equals_sign() {
    for words in ["--unwind 4 a.c", "--unwind=4 a.c"] {
        let options = parse_words(words).unwrap();
        assert_eq!(options.settings.unwind, Some(4));
        assert_eq!(options.settings.strategy, Strategy::Bmc);
        assert_eq!(options.files, [PathBuf::from("a.c")]);
    }
}

#[test]
fn a_named_strategy_wins_over_unwind() {
    let options = parse_words("--unwind 4 --incremental-bmc a.c").unwrap();
    assert_eq!(options.settings.strategy, Strategy::Incremental);
    assert_eq!(
        parse_words("a.c").unwrap().settings.strategy,
        Strategy::Auto
    );
}

#[test]
fn the_last_bound_gives_way_to_a_time_limit() {
    let last = |words: &str| parse_words(words).unwrap().settings.max_k;
    assert_eq!(last("--incremental-bmc a.c"), 50);
    assert_eq!(last("a.c"), NO_LAST_BOUND);
    assert_eq!(last("--timeout 5s a.c"), NO_LAST_BOUND);
    assert_eq!(last("--timeout 5s --max-k-step 7 a.c"), 7);
}

#[test]
fn switches_are_counted_under_sequential_consistency_only() {
    let model = |words: &str| parse_words(words).map(|options| options.settings.model.word());
    assert_eq!(model("a.c"), Ok("sc"));
    assert_eq!(model("--mm tso a.c"), Ok("tso"));
    assert_eq!(model("--mm=pso a.c"), Ok("pso"));
    assert_eq!(model("--mm sc --context-bound 2 a.c"), Ok("sc"));
    assert!(model("--context-bound 2 --mm pso a.c").is_err());
    assert!(model("--mm power a.c").is_err());
}

#[test]
fn clang_options_keep_their_form() {
    let options =
        parse_words("-DA=1 -D B -I inc -isystem sys -include x.h -std=c99 -UC a.c").unwrap();
    let expected = "-DA=1 -D B -I inc -isystem sys -include x.h -std=c99 -UC";
    assert_eq!(options.clang_args.join(" "), expected);
    assert_eq!(options.files.len(), 1);
}

#[test]
fn every_option_is_known_or_an_error() {
    let error = |words: &str| parse_words(words).unwrap_err();
    assert_eq!(
        error("--unwid 3"),
        "unknown option '--unwid', did you mean '--unwind'?"
    );
    assert_eq!(
        error("--qqqqqq"),
        "unknown option '--qqqqqq' (--help lists them)"
    );
    assert_eq!(
        error("--witness-output w a.c"),
        "option --witness-output is not available yet"
    );
    assert_eq!(error("--unwind"), "option --unwind needs a value (N)");
    assert_eq!(error("--stats=3"), "option --stats takes no value");
    assert_eq!(error("-I"), "option -I needs a value");
    assert_eq!(error("-std="), "option -std= needs a value");
    assert!(error("--unwind -1").starts_with("option --unwind: '-1' is not a number"));
    assert!(error("--solver foo").contains("unknown solver 'foo'"));
    assert!(error("-x").contains("unknown option '-x'"));
}

#[test]
fn solvers_are_chosen_by_name_or_command() {
    let chosen = |words: &str| {
        let settings = parse_words(words).unwrap().settings;
        (settings.solver, settings.solver_command)
    };
    assert_eq!(chosen("a.c"), ("bitwuzla".to_string(), None));
    assert_eq!(chosen("--z3 a.c"), ("z3".to_string(), None));
    assert_eq!(chosen("--solver cvc5 a.c"), ("cvc5".to_string(), None));
    assert_eq!(chosen("--ir a.c"), ("z3".to_string(), None));
    assert_eq!(chosen("--ir --cvc5 a.c"), ("cvc5".to_string(), None));
    let command = chosen("--smtlib-solver-prog /opt/solver a.c");
    assert_eq!(command, ("smtlib".to_string(), Some("/opt/solver")));
}

#[test]
fn two_dashes_end_the_options() {
    let options = parse_words("-- --unwind").unwrap();
    assert_eq!(options.files, [PathBuf::from("--unwind")]);
}

#[test]
fn names_are_unique_and_described() {
    for (index, entry) in TABLE.iter().enumerate() {
        assert!(!entry.help.is_empty(), "{}", entry.name);
        assert!(
            TABLE[..index].iter().all(|other| other.name != entry.name),
            "{} twice",
            entry.name
        );
    }
}

#[test]
fn both_texts_name_every_option() {
    let (help, reference) = (help_text(), markdown());
    for entry in TABLE {
        assert!(help.contains(entry.name), "{}", entry.name);
        assert!(reference.contains(entry.name), "{}", entry.name);
    }
    assert!(help.lines().all(|line| line.len() <= 100));
}

#[test]
fn checks_switch_on_and_off() {
    let checks = |words: &str| parse_words(words).unwrap().checks;
    let default = CheckSet::default();
    assert_ne!(checks("--no-bounds-check a.c"), default);
    assert_eq!(checks("--no-bounds-check --bounds-check a.c"), default);
    assert_ne!(checks("--unsigned-overflow-check a.c"), default);
}
