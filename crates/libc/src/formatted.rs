//! Library functions that take a format: its position, and the forms of their models.
//!
//! The number of characters that `printf` writes is expensive to model and rarely used: one form of
//! the model computes it, another only reads its arguments. Likewise formats that allocate (`%ms`)
//! have a form of their own. The name of a form is a prefix and the name of the library function.

/// The form of formatted output that counts.
pub const COUNTED: &str = "__cassay_counted_";
/// The form of formatted input that allocates.
pub const ALLOCATING: &str = "__cassay_allocating_";

/// Functions with a form that counts, and the position of the format.
pub const OUTPUT: &[(&str, usize)] = &[
    ("printf", 0),
    ("__printf_chk", 1),
    ("fprintf", 1),
    ("__fprintf_chk", 2),
    ("vprintf", 0),
    ("__vprintf_chk", 1),
    ("vfprintf", 1),
    ("__vfprintf_chk", 2),
    ("dprintf", 1),
    ("vdprintf", 1),
];

/// Functions with a form that allocates, and the position of the format.
pub const INPUT: &[(&str, usize)] = &[
    ("scanf", 0),
    ("__isoc99_scanf", 0),
    ("__isoc23_scanf", 0),
    ("fscanf", 1),
    ("__isoc99_fscanf", 1),
    ("__isoc23_fscanf", 1),
    ("sscanf", 1),
    ("__isoc99_sscanf", 1),
    ("__isoc23_sscanf", 1),
];

/// Functions whose format only selects conversions, and its position.
pub const OTHERS: &[(&str, usize)] = &[
    ("sprintf", 1),
    ("__sprintf_chk", 3),
    ("snprintf", 2),
    ("__snprintf_chk", 4),
    ("asprintf", 1),
    ("__asprintf_chk", 2),
    ("vsprintf", 1),
    ("vsnprintf", 2),
];

/// Whether a text has a conversion with a letter behind its width and length.
pub fn asks(text: &str, letter: u8) -> bool {
    text.as_bytes()
        .split(|byte| *byte == b'%')
        .skip(1)
        .any(|rest| {
            let behind = rest
                .iter()
                .find(|byte| !b"*0123456789hljztq".contains(byte));
            behind == Some(&letter)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_found_behind_their_lengths() {
        assert!(asks("a%hhn", b'n') && asks("%d%n", b'n') && asks("%5ms", b'm'));
        assert!(!asks("100%", b'n') && !asks("%dn", b'n') && !asks("n", b'n'));
    }
}
