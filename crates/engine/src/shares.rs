//! Sharing of work between passes and inductive steps in one process.
//!
//! Work is measured in polls of the stop token, so it is the same on every run and on every
//! machine. Steps get an initial budget, which most proofs do not use up, and beyond that no more
//! work than passes have done. A step that ran out of budget is tried again with twice as much, so
//! that at most half of the work is wasted.

/// The initial budget of steps.
const START: u64 = 15_000;

/// The work done so far.
#[derive(Debug, Default)]
pub struct Shares {
    /// Work of passes.
    pub passes: u64,
    steps: u64,
    /// With less, the next step would run out of budget, too.
    least: u64,
}

impl Shares {
    /// The budget of the next step, if it may run.
    pub fn for_step(&self) -> Option<u64> {
        let allowed = (START + self.passes).saturating_sub(self.steps);
        (allowed > 0 && allowed >= self.least).then_some(allowed)
    }

    /// A step came to its end.
    pub fn took(&mut self, work: u64) {
        self.steps += work;
        self.least = 0;
    }

    /// Records that a step ran out of budget.
    pub fn was_short(&mut self, allowed: u64) {
        self.steps += allowed;
        self.least = 2 * allowed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes cost so much each; a step needs so much. How much work each has done when the step ends.
    fn play(pass: u64, step: u64) -> (u64, u64) {
        let mut shares = Shares::default();
        loop {
            shares.passes += pass;
            match shares.for_step() {
                Some(allowed) if allowed >= step => {
                    shares.took(step);
                    return (shares.passes, shares.steps);
                }
                Some(allowed) => shares.was_short(allowed),
                None => {}
            }
            assert!(shares.steps <= shares.passes + START);
        }
    }

    #[test]
    fn a_short_step_comes_at_once() {
        assert_eq!(play(10, START), (10, START));
    }

    #[test]
    fn a_long_step_gets_its_turn_and_no_more_than_its_share() {
        for pass in [1_000, 50_000, 1_000_000] {
            let step = 2_000_000;
            let (passes, steps) = play(pass, step);
            assert!(steps <= passes + START, "{passes} and {steps}");
            assert!(passes <= 4 * step + pass, "{passes} and {steps}");
        }
    }
}
