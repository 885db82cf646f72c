//! Completions for shells, from the table of options.

use super::choices::{choices, is_path};
use super::help::{NamedOption, named_options};
use std::fmt::Write;

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// bash.
    Bash,
    /// zsh.
    Zsh,
    /// fish.
    Fish,
}

impl Shell {
    /// The shell of a name.
    pub fn parse(name: &str) -> Result<Shell, String> {
        match name {
            "bash" => Ok(Shell::Bash),
            "zsh" => Ok(Shell::Zsh),
            "fish" => Ok(Shell::Fish),
            _ => Err(format!("unknown shell '{name}' (bash, zsh or fish)")),
        }
    }
}

/// Endings of the files that Cassay reads.
const ENDINGS: &str = "c i cpp cc cxx C ii ll bc";

/// The completions for a shell, to be read by it.
pub fn completions(shell: Shell) -> String {
    let options = named_options();
    match shell {
        Shell::Bash => bash(&options),
        Shell::Zsh => zsh(&options),
        Shell::Fish => fish(&options),
    }
}

fn bash(options: &[NamedOption]) -> String {
    let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
    let mut arms = String::new();
    for NamedOption { name, value, .. } in options {
        let Some(value) = value else { continue };
        let words = choices(name);
        let reply = match words.is_empty() {
            false => format!("$(compgen -W '{}' -- \"$word\")", words.join(" ")),
            true if is_path(value) => "$(compgen -f -- \"$word\")".to_string(),
            true => String::new(),
        };
        let _ = writeln!(arms, "    {name}) COMPREPLY=({reply}); return ;;");
    }
    let endings = ENDINGS.replace(' ', "|");
    format!(
        "# Completions of cassay for bash: source this file.
_cassay() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  case $before in
{arms}  esac
  case $word in
    -*) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;
    *) COMPREPLY=($(compgen -f -X '!*.@({endings})' -- \"$word\") $(compgen -d -- \"$word\")) ;;
  esac
}}
shopt -s extglob
complete -o filenames -F _cassay cassay
",
        names.join(" "),
    )
}

fn zsh(options: &[NamedOption]) -> String {
    let mut out = String::from(
        "#compdef cassay\n# Completions of cassay for zsh: a file _cassay in a folder of $fpath.\n_arguments -s \\\n",
    );
    for NamedOption { name, value, help } in options {
        let help = zsh_text(help);
        let words = choices(name);
        let value = match value {
            Some(value) if !words.is_empty() => {
                format!(":{}:({})", zsh_text(value), words.join(" "))
            }
            Some(value) if is_path(value) => format!(":{}:_files", zsh_text(value)),
            Some(value) => format!(":{}: ", zsh_text(value)),
            None => String::new(),
        };
        let _ = writeln!(out, "  '*{name}[{help}]{value}' \\");
    }
    let endings = ENDINGS.replace(' ', "|");
    let _ = writeln!(out, "  '*:file:_files -g \"*.({endings})\"'");
    out
}

/// Text inside of a specification, which ends at brackets, colons and quotes.
fn zsh_text(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\'' => out.push_str("'\\''"),
            '[' | ']' | ':' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            letter => out.push(letter),
        }
    }
    out
}

fn fish(options: &[NamedOption]) -> String {
    let mut out = String::from("# Completions of cassay for fish.\n");
    for NamedOption { name, value, help } in options {
        let help = help.replace('\\', "\\\\").replace('\'', "\\'");
        let kind = match name.strip_prefix("--") {
            Some(long) => format!("-l '{long}'"),
            None => format!("-o '{}'", name.trim_start_matches('-')),
        };
        let words = choices(name);
        let value = match value {
            Some(_) if !words.is_empty() => format!(" -x -a '{}'", words.join(" ")),
            Some(value) if is_path(value) => " -r".to_string(),
            Some(_) => " -x".to_string(),
            None => String::new(),
        };
        let _ = writeln!(out, "complete -c cassay {kind}{value} -d '{help}'");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    /// Whether a shell reads the text without complaint; `None` where the shell is not installed.
    fn reads(shell: &str, text: &str) -> Option<bool> {
        use std::io::Write as _;
        let mut child = Command::new(shell)
            .arg("-n")
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut input = child.stdin.take()?;
        input.write_all(text.as_bytes()).ok()?;
        drop(input);
        Some(child.wait().ok()?.success())
    }

    #[test]
    fn every_option_is_completed() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let text = completions(shell);
            for option in named_options() {
                let name = match shell {
                    Shell::Fish => option.name.trim_start_matches('-'),
                    Shell::Bash | Shell::Zsh => option.name.as_str(),
                };
                assert!(text.contains(name), "{shell:?}: {name}");
            }
        }
    }

    #[test]
    fn shells_read_their_completions() {
        // bash is there wherever these tests run; the others where somebody installed them.
        assert_eq!(reads("bash", &completions(Shell::Bash)), Some(true));
        assert_ne!(reads("zsh", &completions(Shell::Zsh)), Some(false));
        assert_ne!(reads("fish", &completions(Shell::Fish)), Some(false));
    }

    /// What bash completes the last of these words to.
    fn completed(words: &str) -> String {
        let script = completions(Shell::Bash)
            + &format!("COMP_WORDS=(cassay {words})\n")
            + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_cassay\necho \"${COMPREPLY[@]}\"\n";
        let output = Command::new("bash").args(["-c", &script]).output();
        let output = output.expect("bash runs");
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    }

    #[test]
    fn bash_completes_names_and_values() {
        assert_eq!(completed("--unwinds"), "--unwindset");
        assert_eq!(completed("--mm p"), "pso");
        assert_eq!(completed("--explain pointer.fr"), "pointer.freed");
        assert_eq!(completed("--unwind ''"), "", "a number is not completed");
    }
}
