//! Values of options: durations, sizes, numbers, loop bounds.

use super::suggest::nearest;
use cassay_ir::{MemoryModel, PropertyClass};
use std::time::Duration;

/// A duration: `30s`, `5m`, `1h`, `500ms` or plain seconds; fractions are allowed.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("'{text}' is not a duration (30s, 5m, 1h or plain seconds)");
    let (number, scale) = split_unit(text);
    let scale = match scale {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let value = positive(number).ok_or_else(wrong)?;
    Duration::try_from_secs_f64(value * scale).map_err(|_| wrong())
}

/// A class of properties.
pub fn class(name: &str) -> Result<PropertyClass, String> {
    PropertyClass::from_name(name).ok_or_else(|| {
        let known = PropertyClass::ALL.iter().map(|class| class.name());
        match nearest(name, known) {
            Some(near) => format!("unknown class '{name}', did you mean '{near}'?"),
            None => format!("unknown class '{name}' (docs/properties.md lists them)"),
        }
    })
}

/// A size in bytes: `6g`, `500m`, `64k` or plain bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a size (6g, 500m or plain bytes)");
    let lower = text.to_ascii_lowercase();
    let (number, unit) = split_unit(&lower);
    let shift = match unit {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(wrong()),
    };
    let value = positive(number).ok_or_else(wrong)? * (1u64 << shift) as f64;
    if value < 1.0 || value >= u64::MAX as f64 {
        return Err(wrong());
    }
    Ok(value as u64)
}

/// A natural number.
pub fn number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("'{text}' is not a number from 0 to {}", u32::MAX))
}

/// A format of the report on standard output.
pub fn message_format(text: &str) -> Result<&'static str, String> {
    let name = match text {
        "human" => "text",
        "short" | "json" => text,
        _ => return Err(format!("'{text}' is not one of human, short and json")),
    };
    let format = cassay_report::formats::find(name);
    format
        .map(|format| format.name)
        .ok_or_else(|| format!("{text} is not available yet"))
}

/// A memory model.
pub fn memory_model(text: &str) -> Result<MemoryModel, String> {
    MemoryModel::from_word(text)
        .ok_or_else(|| format!("'{text}' is not a memory model (sc, tso or pso)"))
}

/// A natural number that is not zero.
pub fn positive_number(text: &str) -> Result<u32, String> {
    match number(text)? {
        0 => Err("must be at least 1".to_string()),
        n => Ok(n),
    }
}

/// The bits of a machine word.
pub fn word(text: &str) -> Result<u32, String> {
    match number(text) {
        Ok(bits @ (8 | 16 | 32 | 64)) => Ok(bits),
        Ok(_) | Err(_) => Err(format!("'{text}' is not 8, 16, 32 or 64")),
    }
}

/// Bounds of single loops: `ID:N,ID:N`.
pub fn unwindset(text: &str) -> Result<Vec<(String, u32)>, String> {
    outside_brackets(text)
        .into_iter()
        .map(|part| match part.trim().rsplit_once(':') {
            Some((id, bound)) if !id.is_empty() => Ok((id.to_string(), number(bound)?)),
            _ => Err(format!("'{part}' is not a loop and its bound (ID:N)")),
        })
        .collect()
}

/// The parts of a list between commas. Names of C++ functions have commas in brackets.
fn outside_brackets(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, letter) in text.char_indices() {
        let before = text[..at].trim_end_matches(['<', '>', '-']);
        let operator = matches!(letter, '<' | '>') && before.ends_with("operator");
        match letter {
            _ if operator => {}
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A range of addresses, `ADDRESS:SIZE`, each decimal or hexadecimal. It is not empty, ends inside
/// 64 bits and leaves out the null pointer.
pub fn address_range(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("'{text}' is not an address and a size (0x40000000:0x100)");
    let (start, size) = text.split_once(':').ok_or_else(wrong)?;
    let start = natural(start).ok_or_else(wrong)?;
    let size = natural(size).ok_or_else(wrong)?;
    if size == 0 {
        return Err(format!("'{text}' has no size"));
    }
    if start == 0 {
        return Err(format!("'{text}' holds the null pointer"));
    }
    if start.checked_add(size - 1).is_none() {
        return Err(format!("'{text}' does not end inside the address space"));
    }
    Ok((start, size))
}

/// A decimal or hexadecimal natural number.
/// The name of a pass over programs.
pub fn pass(text: &str) -> Result<&'static str, String> {
    let found = cassay_passes::find(text).map(|pass| pass.name);
    found.ok_or_else(|| {
        let names: Vec<&str> = cassay_passes::PASSES.iter().map(|p| p.name).collect();
        format!("there is no pass '{text}'; there are {}", names.join(", "))
    })
}

fn natural(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let plain = digits.bytes().all(|digit| digit.is_ascii_alphanumeric());
    plain.then(|| u64::from_str_radix(digits, radix).ok())?
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    text.split_at(end)
}

fn positive(number: &str) -> Option<f64> {
    number.parse::<f64>().ok().filter(|v| *v > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(duration("12"), Ok(Duration::from_secs(12)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["", "0", "s", "-3", "3 s", "3d", "1e9", "nan", "1.2.3"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("6g"), Ok(6 << 30));
        assert_eq!(size("500M"), Ok(500 << 20));
        assert_eq!(size("1.5g"), Ok(3 << 29));
        assert_eq!(size("1000"), Ok(1000));
        for bad in ["", "0g", "g", "-1g", "6x", "99999999999999999999g"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn address_ranges_are_decimal_or_hexadecimal() {
        assert_eq!(address_range("0x1000:0x10"), Ok((0x1000, 16)));
        assert_eq!(address_range("4096:4"), Ok((4096, 4)));
        let last = address_range("0xffffffffffffffff:1");
        assert_eq!(last, Ok((u64::MAX, 1)));
        for bad in [
            "",
            "4096",
            "4096:",
            ":4",
            "4096:0",
            "0:16",
            "-1:4",
            "+1:4",
            "x:4",
            "0xg:1",
            "1:2:3",
            "0xffffffffffffffff:2",
            "0x10000000000000000:1",
        ] {
            assert!(address_range(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn unwindsets_name_loops() {
        assert_eq!(
            unwindset("main.0:3,f:x.1:10"),
            Ok(vec![("main.0".into(), 3), ("f:x.1".into(), 10)])
        );
        let overloads = unwindset("operator<(A, A).0:1,A<int, 2>::f(int, char).0:3");
        assert_eq!(overloads.map(|all| all.len()), Ok(2));
        assert!(unwindset("main.0").is_err());
        assert!(unwindset(":3").is_err());
        assert!(unwindset("main.0:many").is_err());
    }
}
