//! Tells the program its version for `shans --version`: with the commit, where it is built in a
//! clone of the repository, or where `SHANS_COMMIT` names it. An archive of the sources builds
//! without git.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=SHANS_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    let given = env::var("SHANS_COMMIT").ok().filter(|commit| !commit.is_empty());
    let version = env!("CARGO_PKG_VERSION");
    match given.or_else(commit) {
        Some(commit) => println!("cargo:rustc-env=SHANS_VERSION={version} ({commit})"),
        None => println!("cargo:rustc-env=SHANS_VERSION={version}"),
    }
}

/// The commit of this repository; `None` where there is none, or it is another one's.
fn commit() -> Option<String> {
    let top = fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    let own = fs::canonicalize(env!("CARGO_MANIFEST_DIR")).ok()?;
    if top != own {
        // The sources were unpacked inside another repository.
        return None;
    }
    let branch = git(&["rev-parse", "--symbolic-full-name", "HEAD"]);
    for name in ["HEAD", "logs/HEAD"].into_iter().chain(branch.as_deref()) {
        // A file that is not there would be changed at every build.
        let file = git(&["rev-parse", "--git-path", name]).filter(|file| Path::new(file).exists());
        if let Some(file) = file {
            println!("cargo:rerun-if-changed={file}");
        }
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

/// The one line that git prints; `None` where it fails or is not there.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_string())
}
