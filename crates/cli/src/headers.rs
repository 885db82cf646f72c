//! Cassay's own headers of the C library as files, for a clang that finds none of the system's.
//!
//! They are written once into the user's cache, in a folder named by a hash of their contents, so
//! that versions do not share a folder. Invariant: a folder under its final name is complete; it is
//! filled under another name and then renamed.

use cassay_frontend::DataModel;
use std::path::{Path, PathBuf};

/// Headers that exist only on a system with 32-bit headers installed.
const SYSTEM_32: &[&str] = &[
    "/usr/include/gnu/stubs-32.h",
    "/usr/include/x86_64-linux-gnu/gnu/stubs-32.h",
    "/usr/include/i386-linux-gnu/gnu/stubs-32.h",
    "/usr/i686-linux-gnu/include/gnu/stubs-32.h",
];

/// Whether Cassay's own headers are to be used.
pub fn wanted(asked_for: bool, data_model: DataModel) -> bool {
    let system_lacks = || !SYSTEM_32.iter().any(|path| Path::new(path).exists());
    asked_for || (data_model == DataModel::Ilp32 && system_lacks())
}

/// A folder that holds the headers.
pub fn folder() -> Result<PathBuf, String> {
    let headers = cassay_libc::headers();
    let name = format!("headers-{:016x}", fingerprint(headers));
    let from_cache = cache().and_then(|cache| place(&cache, &name, headers).ok());
    match from_cache {
        Some(folder) => Ok(folder),
        None => place(&private_folder(), &name, headers)
            .map_err(|error| format!("the bundled headers cannot be written: {error}")),
    }
}

/// The user's cache folder for Cassay.
fn cache() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let variable = |name| std::env::var_os(name).map(PathBuf::from).and_then(absolute);
    let base = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")))?;
    Some(base.join("cassay"))
}

/// A folder for this process alone, for users without a cache.
fn private_folder() -> PathBuf {
    std::env::temp_dir().join(format!("cassay-{}", std::process::id()))
}

/// Makes the folder below `base`, unless it is already there.
fn place(base: &Path, name: &str, headers: &[(&str, &str)]) -> std::io::Result<PathBuf> {
    let done = base.join(name);
    if done.is_dir() {
        return Ok(done);
    }
    let draft = base.join(format!("{name}.{}", std::process::id()));
    for (path, text) in headers {
        let file = draft.join(path);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&file, text)?;
    }
    match std::fs::rename(&draft, &done) {
        Ok(()) => Ok(done),
        // Another process was faster; its folder has the same contents.
        Err(_) if done.is_dir() => {
            let _ = std::fs::remove_dir_all(&draft);
            Ok(done)
        }
        Err(error) => Err(error),
    }
}

/// The FNV-1a hash of paths and texts.
fn fingerprint(headers: &[(&str, &str)]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for (path, text) in headers {
        for part in [path.as_bytes(), &[0], text.as_bytes(), &[0]] {
            for byte in part {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_made_once() {
        let base = std::env::temp_dir().join(format!("cassay-headers-{}", std::process::id()));
        let headers = [
            ("stdio.h", "int puts(const char *);\n"),
            ("sys/types.h", "typedef int t;\n"),
        ];
        let folder = place(&base, "h", &headers).unwrap();
        let read = |name| std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(read("sys/types.h"), "typedef int t;\n");
        std::fs::write(folder.join("stdio.h"), "kept").unwrap();
        assert_eq!(place(&base, "h", &headers).unwrap(), folder);
        assert_eq!(read("stdio.h"), "kept");
        assert_eq!(std::fs::read_dir(&base).unwrap().count(), 1);
        std::fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn other_headers_have_another_fingerprint() {
        let one = fingerprint(&[("a.h", "x")]);
        assert_ne!(one, fingerprint(&[("a.h", "y")]));
        assert_ne!(one, fingerprint(&[("b.h", "x")]));
        assert_ne!(one, fingerprint(&[("a.", "hx")]));
    }

    #[test]
    fn asking_for_them_is_enough() {
        assert!(wanted(true, DataModel::Lp64));
        assert!(!wanted(false, DataModel::Lp64));
    }
}
