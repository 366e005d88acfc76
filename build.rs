//! Tells the program its version for `shans --version`: with the commit, where it is built in a
//! clone of the repository, or where `SHANS_COMMIT` names it. An archive of the sources builds
//! without git. Packs the large files that the program has in it: 0.6 MB less.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use miniz_oxide::deflate::compress_to_vec_zlib;

/// What is packed besides the page, whose files are listed in `page.rs`. `src/packed.rs` unpacks it by its name alone.
const PACKED: [&str; 2] = ["src/chess/network/trained.net", "src/app/games/openings.txt"];
const PAGE: &str = "src/app/commands/explore/page";
/// The most that this format packs; it takes a second.
const MOST: u8 = 10;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-env-changed=SHANS_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    let given = env::var("SHANS_COMMIT").ok().filter(|commit| !commit.is_empty());
    let version = env!("CARGO_PKG_VERSION");
    match given.or_else(commit) {
        Some(commit) => println!("cargo:rustc-env=SHANS_VERSION={version} ({commit})"),
        None => println!("cargo:rustc-env=SHANS_VERSION={version}"),
    }
    println!("cargo:rerun-if-changed={PAGE}");
    let mut page =
        fs::read_dir(PAGE)?.map(|file| Ok(file?.path())).collect::<io::Result<Vec<_>>>()?;
    page.sort();
    let mut list = String::new();
    for file in &page {
        let name = pack(file)?;
        list += &format!("({name:?}, include_bytes!({name:?})),\n");
    }
    write("page.rs", format!("[{list}]").as_bytes())?;
    PACKED.iter().try_for_each(|file| pack(Path::new(file)).map(|_| ()))
}

/// Leaves a file packed where the program includes it from; its name.
fn pack(file: &Path) -> io::Result<&str> {
    println!("cargo:rerun-if-changed={}", file.display());
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| io::Error::other("a file of the program has a name"))?;
    write(name, &compress_to_vec_zlib(&fs::read(file)?, MOST))?;
    Ok(name)
}

fn write(name: &str, bytes: &[u8]) -> io::Result<()> {
    let Some(folder) = env::var_os("OUT_DIR") else {
        return Err(io::Error::other("there is no folder for what is built"));
    };
    fs::write(Path::new(&folder).join(name), bytes)
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
