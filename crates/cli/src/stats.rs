//! `--stats`: figures of the engine, and the time and memory that each phase took.

use crate::os;
use cassay_engine::{Progress, Stats};
use std::fmt::Write;
use std::time::Duration;

/// CPU time of the phases of a run.
#[derive(Default)]
pub struct Phases {
    /// Clang, a child process.
    clang: Duration,
    /// Everything of ours up to the first pass.
    frontend: Duration,
    /// Abstract interpretation.
    analysis: Duration,
    /// Symbolic execution.
    execution: Duration,
    /// The solver.
    solving: Duration,
    /// Replay of counterexamples.
    replay: Duration,
    current: Phase,
    mark: Duration,
}

#[derive(Clone, Copy, Default)]
enum Phase {
    #[default]
    Frontend,
    Analysis,
    Execution,
    Solving,
    Replay,
}

impl Phases {
    /// The program has been read.
    pub fn compiled(&mut self) {
        self.clang = os::cpu_children();
    }

    /// The engine begins another step.
    pub fn step(&mut self, progress: &Progress) {
        self.switch(match progress {
            Progress::Analysing | Progress::Simulating => Phase::Analysis,
            Progress::Exploring => Phase::Execution,
            Progress::Executing { .. } => Phase::Execution,
            Progress::Inducting { .. } | Progress::Solving { .. } | Progress::Modelling { .. } => {
                Phase::Solving
            }
            Progress::Replaying => Phase::Replay,
        });
    }

    fn switch(&mut self, next: Phase) {
        let now = os::cpu_self();
        let spent = now.saturating_sub(self.mark);
        self.mark = now;
        *match self.current {
            Phase::Frontend => &mut self.frontend,
            Phase::Analysis => &mut self.analysis,
            Phase::Execution => &mut self.execution,
            Phase::Solving => &mut self.solving,
            Phase::Replay => &mut self.replay,
        } += spent;
        self.current = next;
    }

    /// Processor time of each phase so far.
    pub fn timings(&mut self) -> Vec<(&'static str, Duration)> {
        self.switch(self.current);
        vec![
            ("cpu-clang", self.clang),
            ("cpu-frontend", self.frontend),
            ("cpu-analysis", self.analysis),
            ("cpu-execution", self.execution),
            ("cpu-solving", self.solving),
            ("cpu-replay", self.replay),
        ]
    }

    /// The table. Names are stable: scripts and tests read them.
    pub fn table(&mut self, stats: &Stats, wall: Duration) -> String {
        let mut out = String::from("Statistics:\n");
        for (name, value) in counts(stats) {
            let _ = writeln!(out, "  {name:<16} {value:>10}");
        }
        let workers = cassay_workers::used();
        let mut times = self.timings();
        times.extend([
            ("cpu-workers", workers.cpu),
            ("wall-solving", stats.solver_time),
            ("wall", wall),
        ]);
        for (name, time) in times {
            let _ = writeln!(out, "  {name:<16} {:>10.3} s", time.as_secs_f64());
        }
        let peaks = [
            ("peak-memory", os::peak_memory()),
            ("peak-worker", workers.peak),
        ];
        for (name, peak) in peaks {
            let peak = peak as f64 / f64::from(1 << 20);
            let _ = writeln!(out, "  {name:<16} {peak:>10.1} MiB");
        }
        for (name, value) in &stats.solver_counted {
            let _ = writeln!(out, "  solver: {name} = {value}");
        }
        out
    }
}

/// The figures of the engine by name.
pub fn counts(stats: &Stats) -> [(&'static str, u64); 11] {
    [
        ("claims", stats.claims),
        ("claims-static", stats.claims_static),
        ("vcs-generated", stats.vcs_generated),
        ("vcs-left", stats.vcs_left),
        ("solver-calls", stats.solver_calls),
        ("passes", u64::from(stats.passes)),
        ("bound", u64::from(stats.bound)),
        ("steps", stats.steps),
        ("iterations", stats.iterations),
        ("objects", stats.objects),
        ("terms", stats.terms),
    ]
}
