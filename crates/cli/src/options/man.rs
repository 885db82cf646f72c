//! The manual page, from the table of options.

use super::help::{option_rows, sections};
use std::fmt::Write;

/// The manual page in roff, for `man`.
pub fn man_page() -> String {
    let mut out = format!(
        ".TH CASSAY 1 \"\" \"cassay {}\" \"User Commands\"\n",
        env!("CARGO_PKG_VERSION")
    );
    out.push_str(
        ".SH NAME\ncassay \\- find violated properties of programs, or prove that there are none\n\
         .SH SYNOPSIS\n.B cassay\n[\\fIOPTIONS\\fR] \\fIFILE\\fR...\n\
         .SH DESCRIPTION\n\
         The files (.c, .i; .cpp, .cc, .cxx, .C, .ii; .ll, .bc) make one program. Cassay considers all its inputs,\n\
         and all orders of its threads. It shows an execution that violates a property, or proves that there is none.\n",
    );
    for group in sections() {
        let rows = option_rows(group);
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(out, ".SH {}", roff(&group.title().to_uppercase()));
        for (name, help) in rows {
            let _ = writeln!(out, ".TP\n.B {}\n{}", roff(&name), roff(&help));
        }
    }
    out.push_str(
        ".SH EXIT STATUS\n\
         .TP\n.B 0\nVERIFICATION SUCCESSFUL: every property holds\n\
         .TP\n.B 1\nVERIFICATION FAILED: a property is violated\n\
         .TP\n.B 3\nVERIFICATION UNKNOWN: no answer, for the reason in the line before\n\
         .TP\n.B 2\nan option or the input is wrong\n\
         .TP\n.B 70\na bug in Cassay\n\
         .SH FILES\n.TP\n.B cassay.toml\noptions, in the folder of the first file\n",
    );
    out
}

/// Text in which roff sees no commands.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    match text.starts_with(['.', '\'']) {
        true => format!("\\&{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::help::named_options;

    #[test]
    fn every_option_is_in_the_manual_page() {
        let page = man_page();
        for option in named_options() {
            // Both forms of a check are one row.
            let name = option
                .name
                .trim_start_matches("--no-")
                .trim_start_matches('-');
            assert!(page.contains(&roff(name)), "{}", option.name);
        }
    }

    #[test]
    fn no_line_of_text_is_a_command_by_accident() {
        assert_eq!(roff(".x"), "\\&.x");
        assert_eq!(roff("--a\\b"), "\\-\\-a\\eb");
    }
}
