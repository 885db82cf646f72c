//! Lines of a file as compilers name them, and as they are in the file: preprocessed files say where their lines were.

/// Which lines of a file come from where.
pub struct Lines {
    runs: Vec<Run>,
}

/// Lines that follow each other in both files.
struct Run {
    /// The first one in this file.
    here: u32,
    /// How many there are.
    count: u32,
    /// The number of the first one in the other file.
    there: u32,
    /// The other file; none if it is this one.
    file: Option<String>,
}

impl Lines {
    /// Reads the markers of a file.
    pub fn new(text: &str) -> Lines {
        let mut runs = vec![Run {
            here: 1,
            count: u32::MAX,
            there: 1,
            file: None,
        }];
        let numbered = (1_u32..).zip(text.lines());
        for (number, line) in numbered {
            if let Some((there, file)) = marker(line) {
                if let Some(last) = runs.last_mut() {
                    last.count = number - last.here;
                }
                runs.push(Run {
                    here: number.saturating_add(1),
                    count: u32::MAX,
                    there,
                    file: Some(file.to_owned()),
                });
            }
        }
        Lines { runs }
    }

    /// The line of the file `own` that a compiler calls a line of `file`.
    pub fn here(&self, own: &str, file: &str, line: u32) -> Option<u32> {
        let base = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let of = |run: &&Run| base(run.file.as_deref().unwrap_or(own)) == base(file);
        let covers = |run: &&Run| line >= run.there && line - run.there < run.count;
        let run = self.runs.iter().filter(of).find(covers)?;
        run.here.checked_add(line - run.there)
    }
}

/// The line and file that a marker names.
fn marker(line: &str) -> Option<(u32, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.trim_start().strip_prefix('"')?.split('"').next()?;
    Some((number.parse().ok()?, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_lead_to_lines_of_the_file() {
        let plain = Lines::new("a\nb\n");
        assert_eq!(plain.here("d/x.c", "x.c", 2), Some(2));
        assert_eq!(plain.here("d/x.c", "y.h", 2), None);
        let text =
            "# 1 \"x.c\"\n# 1 \"y.h\" 1\nh1\nh2\n# 2 \"x.c\" 2\nx2\nx3\n#line 9 \"x.c\"\nx9\n";
        let lines = Lines::new(text);
        assert_eq!(lines.here("x.i", "y.h", 2), Some(4));
        assert_eq!(lines.here("x.i", "x.c", 2), Some(6));
        assert_eq!(lines.here("x.i", "x.c", 3), Some(7));
        assert_eq!(lines.here("x.i", "x.c", 4), None);
        assert_eq!(lines.here("x.i", "x.c", 9), Some(9));
    }
}
