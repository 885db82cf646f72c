//! The nearest known name to a mistyped one.

/// The name with the fewest typing errors, if few enough to be meant.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = name.trim_start_matches('-').len() / 3 + 1;
    known
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(errors, _)| *errors <= allowed)
        .min_by_key(|(errors, _)| *errors)
        .map(|(_, candidate)| candidate)
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swaps_and_omissions_count_once() {
        assert_eq!(distance("--unwind", "--unwidn"), 1);
        assert_eq!(distance("--unwind", "--unwin"), 1);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn far_names_are_not_suggested() {
        let known = ["--unwind", "--timeout"];
        assert_eq!(nearest("--unwid", known.into_iter()), Some("--unwind"));
        assert_eq!(nearest("--xyz", known.into_iter()), None);
    }
}
