//! The files that commands write beside their results: nothing is lost by them, nor with them.

use std::fs;

use crate::common::folder::Folder;
use crate::common::program::{object, stderr, stdout};

/// A folder with a tree, a suite, and a file of the user's.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.json("analyze --nodes 1k --save @tree");
    folder.write("suite.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"=1+1\";\n");
    folder.write("mine", "mine");
    folder
}

/// Everything that writes a file, with `OUT` for its name.
const WRITERS: [&str; 9] = [
    "export @tree --format pgn -o OUT",
    "compare @suite.epd --nodes 10 --csv OUT",
    "compare @suite.epd --nodes 10 --plot OUT",
    "lab play --seats random,random --record OUT",
    "show @tree -o OUT",
    "show @tree --svg -o OUT",
    "why @tree e4 --quick -o OUT",
    "eval startpos -o OUT",
    "compare @suite.epd --nodes 10 -o OUT",
];

#[test]
fn no_writer_replaces_a_tree_and_a_file_by_force_only() {
    let folder = folder();
    folder.json("analyze --nodes 1k --save @other");
    let tree = folder.bytes("other");
    for writer in WRITERS {
        let to = |name: &str| writer.replace("OUT", name);
        for line in [to("@other"), to("@other --force")] {
            let (code, message) = folder.failure(&line);
            assert!(code == Some(2) && message.contains("other holds a tree"), "{message}");
        }
        let (code, message) = folder.failure(&to("@mine"));
        assert!(code == Some(2) && message.contains("mine already exists; "), "{message}");
        assert!(folder.bytes("other") == tree && folder.bytes("mine") == b"mine");
        let forced = folder.run(&to("@mine --force"));
        assert_eq!(forced.status.code(), Some(0), "{}", stderr(&forced));
        assert!(folder.bytes("mine") != b"mine");
        folder.write("mine", "mine");
        let new = folder.run(&to("@new"));
        assert_eq!(new.status.code(), Some(0), "{}", stderr(&new));
        assert!(fs::remove_file(folder.path("new")).is_ok());
    }
    assert_eq!(folder.names(), ["mine", "other", "suite.epd", "tree"], "nothing is left beside");
}

#[test]
fn a_report_in_a_file_is_the_report() {
    let folder = folder();
    for line in ["why @tree e4 --quick", "eval startpos", "eval startpos --json"] {
        let printed = stdout(&folder.run(line));
        let written = folder.run(&format!("{line} -o @report"));
        assert_eq!((written.status.code(), stdout(&written).as_str()), (Some(0), ""), "{line}");
        assert_eq!(String::from_utf8_lossy(&folder.bytes("report")), printed, "{line}");
        assert_eq!(stdout(&folder.run(&format!("{line} -o -"))), printed, "{line}");
        assert!(fs::remove_file(folder.path("report")).is_ok());
    }
    let words = "compare @suite.epd --nodes 10 --json -o @report --csv @rows.csv --quiet";
    let output = folder.run(words);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""));
    let report = object(&String::from_utf8_lossy(&folder.bytes("report")));
    assert!(report["suites"].is_array(), "{report}");
    let (code, message) = folder.failure("compare @suite.epd --csv @both -o @both");
    assert!(code == Some(2) && message.contains("both"), "{message}");
}

#[test]
fn manual_pages_replace_nothing() {
    let folder = folder();
    assert!(fs::create_dir(folder.path("man1")).is_ok());
    assert!(fs::copy(folder.path("tree"), folder.path("man1/shans-show.1")).is_ok());
    for line in ["man @man1", "man @man1 --force"] {
        assert!(folder.failure(line).1.contains("shans-show.1 holds a tree"));
        assert_eq!(fs::read_dir(folder.path("man1")).map_or(0, Iterator::count), 1);
    }
    folder.write("man1/shans-show.1", "mine");
    assert!(folder.failure("man @man1").1.contains("shans-show.1 already exists; "));
    assert_eq!(folder.run("man @man1 --force").status.code(), Some(0));
    assert!(folder.bytes("man1/shans-show.1").len() > 500);
    // Commands below commands have pages, and pages show what help leaves out.
    let play = String::from_utf8_lossy(&folder.bytes("man1/shans-lab-play.1")).into_owned();
    assert!(play.contains("probe"), "{play}");
}

/// The work would take hours.
#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    let folder = folder();
    for line in [
        "lab play --seats pvs,pvs --games 1000 --nodes 100m --record @missing/out",
        "compare @suite.epd --nodes 10g --plot @missing/out",
        "compare @suite.epd --nodes 10g --csv @missing/out",
        "compare @suite.epd --nodes 10g -o @missing/out",
        "why @tree e4 --nodes 10g -o @missing/out",
        "export @tree --format pgn -o @missing/out",
    ] {
        let (code, message) = folder.failure(line);
        assert!(code == Some(1) && message.contains("missing/out"), "{message}");
    }
}

#[test]
fn texts_of_strangers_are_no_formulas() {
    let folder = folder();
    folder.run("compare @suite.epd --nodes 10 --csv @rows.csv");
    let rows = String::from_utf8_lossy(&folder.bytes("rows.csv")).into_owned();
    assert_eq!(rows.matches(",'=1+1,").count(), 2, "{rows}");
}

#[test]
fn a_file_tells_how_much_is_tree_and_how_much_tables() {
    let folder = Folder::new();
    let line = "analyze --memory 32MiB --nodes 100k --save @tree";
    let told = folder.run(line);
    let text = stdout(&told);
    let saved = text.lines().find(|line| line.starts_with("saved ")).unwrap_or_default();
    assert!(saved.contains(" tree, ") && saved.ends_with(" tables"), "{text}");
    let sizes = |found: &serde_json::Value, whose: &str| {
        let names = ["bytes", "tree_bytes", "table_bytes", "uncompressed_bytes"];
        names.map(|name| found[format!("{whose}_{name}")].as_u64().unwrap_or(0))
    };
    let verified = |name: &str| sizes(&folder.json(&format!("verify @{name}")), "file");
    let [all, tree, tables, whole] = verified("tree");
    assert_eq!((all, all), (folder.bytes("tree").len() as u64, tree + tables));
    assert!(whole == all && tables > 2 * tree, "{tree} and {tables}");
    let packed = folder.json("resume @tree --nodes 1 --compress --save @packed");
    let packed = sizes(&packed, "saved");
    assert_eq!(packed, verified("packed"));
    assert!(packed[0] < packed[3] && packed[3] >= all, "{packed:?}");
    let text = stdout(&folder.run("verify @packed"));
    assert!(text.contains(" without --compress)"), "{text}");
    // What is forgotten leaves the tables, too.
    let pruned = folder.json("resume @tree --prune --nodes 1");
    let pruned = sizes(&pruned, "saved");
    assert!(pruned[2] * 10 < tables && pruned[1] <= tree, "{pruned:?}");
    folder.json("resume @tree --nodes 1k");
}

#[test]
fn another_game_is_another_game_for_any_evaluation() {
    let folder = Folder::new();
    folder.json("analyze --rules junqi startpos --nodes 300 --save @war");
    for evaluation in ["network", "tables"] {
        folder.json(&format!("resume @war --nodes 100 --evaluation {evaluation}"));
    }
    let (_, message) = folder.failure("explore @war --no-open");
    assert!(message.contains("is a tree for \"junqi\", not for \"chess\""), "{message}");
}

#[cfg(unix)]
mod unix {
    use std::process::{Command, Output, Stdio};
    use std::thread;

    use super::*;

    /// The program, run by a shell: `$0` is its name and `$D` the folder.
    fn shell(folder: &Folder, script: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_shans")]).env("D", folder.place());
        command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_result_is_told_even_where_its_file_cannot_be_written() {
        let folder = folder();
        for line in [
            "lab play --seats random,random --json --record /dev/full",
            "compare @suite.epd --nodes 10 --json --plot /dev/full",
        ] {
            let output = folder.run(line);
            assert_eq!(output.status.code(), Some(1), "{line}");
            assert!(stderr(&output).contains("cannot write /dev/full: "), "{}", stderr(&output));
            assert!(object(&stdout(&output)).is_object());
        }
        // Rows for which there is no room: more than 64 KiB of them.
        let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a name that takes some room\";\n";
        folder.write("suite.epd", line.repeat(400));
        let script = "ulimit -f 128; \"$0\" compare \"$D/suite.epd\" --nodes 1 --json \
                      --memory 8MiB --csv \"$D/rows.csv\"";
        let output = shell(&folder, script);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("rows.csv: File too large"), "{}", stderr(&output));
        let found = object(&stdout(&output));
        assert_eq!(found["results"].as_array().map(Vec::len), Some(400));
        assert!(folder.bytes("rows.csv").len() > 60_000);
    }

    #[test]
    fn help_that_cannot_be_written_is_no_success() {
        let folder = Folder::new();
        for line in ["--help", "analyze --help", "--version", "eval startpos"] {
            let output = shell(&folder, &format!("\"$0\" {line} > /dev/full"));
            assert_eq!(output.status.code(), Some(1), "{line}");
            let told = stderr(&output);
            assert!(told.starts_with("error: cannot write to standard output: "), "{told}");
        }
        let output = shell(&folder, "\"$0\" analyze --help | true");
        assert_eq!(stderr(&output), "");
    }

    #[test]
    fn streams_and_pipes_are_written_to() {
        let folder = folder();
        let wanted = stdout(&folder.run("export @tree --format pgn"));
        for name in ["-", "/dev/stdout"] {
            let output = folder.run(&format!("export @tree --format pgn -o {name}"));
            assert_eq!((stdout(&output), stderr(&output)), (wanted.clone(), String::new()));
        }
        // A file that standard output goes to is not replaced, and nothing in it is overwritten.
        let script = "{ echo before; \"$0\" export \"$D/tree\" --format pgn -o /dev/stdout; } \
                      > \"$D/all\"";
        assert_eq!(shell(&folder, script).status.code(), Some(0));
        assert_eq!(folder.bytes("all"), format!("before\n{wanted}").into_bytes());
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().is_ok());
        let pipe = folder.path("pipe");
        let reader = thread::spawn(move || fs::read_to_string(pipe));
        assert_eq!(folder.run("export @tree --format pgn -o @pipe").status.code(), Some(0));
        let read = reader.join().unwrap_or_else(|_| panic!("no reader"));
        assert_eq!(read.ok(), Some(wanted));
        assert_eq!(folder.run("export @tree --format pgn -o /dev/null").status.code(), Some(0));
    }
}
