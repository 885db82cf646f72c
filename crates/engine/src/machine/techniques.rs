//! Which techniques of F-SOFT the bounded search on the machine uses, by their names.

use cassay_efsm::Context;
use cassay_unroll::{Constraints, Ntp, Options};

/// The techniques that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Constraints from the graph of control states.
    pub constraints: Constraints,
    /// Whether returns match calls.
    pub context: bool,
    /// Whether paths and loops are balanced.
    pub balance: bool,
    /// Whether unchanged variables keep their terms.
    pub reuse: bool,
    /// Whether it is asked for the longest path that has not ended.
    pub ntp: bool,
    /// Whether it is asked for the longest path without repetition.
    pub loop_free: bool,
    /// Whether induction is tried at each depth.
    pub induction: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            constraints: Constraints::ALL,
            context: true,
            balance: false,
            reuse: true,
            ntp: true,
            loop_free: false,
            induction: false,
        }
    }
}

impl Techniques {
    /// The names of all techniques.
    pub const NAMES: [&'static str; 11] = [
        "ubc",
        "rbc",
        "mec",
        "frbc",
        "brbc",
        "context",
        "balance",
        "reuse",
        "ntp",
        "loop-free",
        "induction",
    ];

    /// Those of a list of names: `none` and `all` first, then each with `no-` before it to switch it off.
    pub fn from_list(list: &str) -> Result<Techniques, String> {
        let mut chosen = Techniques::default();
        for word in list.split(',').map(str::trim) {
            if word == "none" || word == "all" {
                for name in Techniques::NAMES {
                    chosen.set(name, word == "all");
                }
                continue;
            }
            let (name, on) = match word.strip_prefix("no-") {
                Some(name) => (name, false),
                None => (word, true),
            };
            if !chosen.set(name, on) {
                let known = Techniques::NAMES.join(", ");
                return Err(format!(
                    "there is no technique '{name}': none, all, {known}"
                ));
            }
        }
        Ok(chosen)
    }

    /// Switches a technique; false if there is none of that name.
    fn set(&mut self, name: &str, on: bool) -> bool {
        let place = match name {
            "ubc" => &mut self.constraints.unreachable_block,
            "rbc" => &mut self.constraints.reachable_block,
            "mec" => &mut self.constraints.mutual_exclusion,
            "frbc" => &mut self.constraints.forward,
            "brbc" => &mut self.constraints.backward,
            "context" => &mut self.context,
            "balance" => &mut self.balance,
            "reuse" => &mut self.reuse,
            "ntp" => &mut self.ntp,
            "loop-free" => &mut self.loop_free,
            "induction" => &mut self.induction,
            _ => return false,
        };
        *place = on;
        true
    }

    /// The options of a search.
    pub(crate) fn options(self, most: usize) -> Options<'static> {
        Options {
            constraints: self.constraints,
            context: if self.context {
                Context::Matched
            } else {
                Context::Ignored
            },
            reuse: self.reuse,
            ntp: if self.ntp { Ntp::AtSink } else { Ntp::Off },
            loop_free: self.loop_free,
            induction: self.induction,
            invariant: None,
            most,
            ..Options::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Techniques;

    #[test]
    fn every_name_switches_something() {
        let none = Techniques::from_list("none").expect("a list");
        for name in Techniques::NAMES {
            let one = Techniques::from_list(&format!("none,{name}")).expect("a list");
            assert_ne!(one, none, "{name}");
            let off = Techniques::from_list(&format!("all,no-{name}")).expect("a list");
            assert_ne!(off, Techniques::from_list("all").expect("a list"), "{name}");
        }
        assert!(Techniques::from_list("ubx").is_err());
    }
}
