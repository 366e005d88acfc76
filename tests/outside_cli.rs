//! Leaf tasks that travel as files: `shans remote split`, `shans remote worker -`, `shans remote apply`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::common::engines::{OPTIONS, write_engine, write_noted};
use crate::common::folder::Folder;
use crate::common::program::{object, shans, start, stderr, stdout};

/// A folder with a tree, `@t.tree`.
fn with_tree() -> Folder {
    let folder = Folder::new();
    done(&folder, "analyze --nodes 40k --leaf-nodes 100 --reproducible --save @t.tree");
    folder
}

/// What a run that does all it should prints.
fn done(folder: &Folder, line: &str) -> String {
    let output = folder.run(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    stdout(&output)
}

/// A worker with this file as its standard input, whose output goes to `NAME.answers`.
fn worked(folder: &Folder, options: &str, name: &str) -> Output {
    let words = folder.words(&format!("remote worker - {options}"));
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let input = fs::File::open(folder.path(name)).unwrap_or_else(|error| panic!("{error}"));
    let output = shans(&words).stdin(input).output().unwrap_or_else(|error| panic!("{error}"));
    folder.write(&format!("{name}.answers"), &output.stdout);
    output
}

fn lines(folder: &Folder, name: &str) -> Vec<String> {
    let bytes = folder.bytes(name);
    String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect()
}

/// A tree that was split into files that were answered: `@p-1.jsonl.answers` and so on.
fn answered(parts: usize, tasks: usize) -> Folder {
    let folder = with_tree();
    done(&folder, &format!("remote split @t.tree --parts {parts} --tasks {tasks} -o @p"));
    for part in 1..=parts {
        let output = worked(&folder, "", &format!("p-{part}.jsonl"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    folder
}

/// The answers of a file, changed, in a file of their own.
fn changed(folder: &Folder, to: &str, change: impl Fn(usize, &mut Value)) {
    let all = lines(folder, "p-1.jsonl.answers").into_iter().enumerate().map(|(index, line)| {
        let mut line = object(&line);
        change(index, &mut line);
        format!("{line}\n")
    });
    folder.write(to, all.collect::<String>());
}

#[test]
fn answers_in_any_order_make_the_same_tree() {
    let folder = answered(3, 12);
    let before = folder.bytes("t.tree");
    folder.write("other.tree", &before);
    let count = |name: &str| lines(&folder, name).len();
    assert_eq!((1..=3).map(|part| count(&format!("p-{part}.jsonl"))).sum::<usize>(), 12);
    let [one, two, three] = [1, 2, 3].map(|part| format!("@p-{part}.jsonl.answers"));
    let told = done(&folder, &format!("remote apply @t.tree {one} {two} {three}"));
    assert!(told.starts_with("12 answers applied, 0 came twice, 0 refused\n"), "{told}");
    let told = done(&folder, &format!("remote apply @other.tree {three} {one} {two} {one}"));
    assert!(told.starts_with("12 answers applied, 4 came twice, 0 refused\n"), "{told}");
    assert_ne!(folder.bytes("t.tree"), before);
    assert_eq!(folder.bytes("t.tree"), folder.bytes("other.tree"));
    done(&folder, "verify @t.tree");
    done(&folder, "resume @t.tree --nodes 20k");
}

/// Of a reproducible tree.
#[test]
fn answers_depend_on_their_tasks_alone() {
    let folder = answered(1, 6);
    let sorted = |name: &str| lines(&folder, name).into_iter().collect::<BTreeSet<_>>();
    let alone = sorted("p-1.jsonl.answers");
    let mut tasks = lines(&folder, "p-1.jsonl");
    tasks.reverse();
    folder.write("back.jsonl", tasks.join("\n"));
    assert_eq!(worked(&folder, "--threads 3", "back.jsonl").status.code(), Some(0));
    assert_eq!(sorted("back.jsonl.answers"), alone);
    assert_eq!(alone.len(), 6);
}

#[test]
fn files_may_be_applied_one_after_another() {
    let folder = answered(2, 8);
    let told = done(&folder, "remote apply @t.tree @p-2.jsonl.answers");
    assert!(told.starts_with("4 answers applied, 0 came twice, 0 refused\n"), "{told}");
    // What is known by now may lead the tree to other questions: the rest is refused by its line.
    let told = stdout(&folder.run("remote apply @t.tree @p-1.jsonl.answers"));
    assert!(told.starts_with(|digit: char| ('1'..='4').contains(&digit)), "{told}");
    done(&folder, "verify @t.tree");
    let again = folder.run("remote apply @t.tree @p-2.jsonl.answers");
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("the tree does not ask this"), "{}", stderr(&again));
}

#[test]
fn what_cannot_be_an_answer_is_refused_by_name() {
    let folder = answered(1, 8);
    let before = folder.bytes("t.tree");
    let zero = "0000000000000000";
    changed(&folder, "odd", |index, line| match index {
        0 => line["answer"]["value"] = 1e9.into(),
        1 => line["answer"]["line"] = vec![7, 7].into(),
        2 => line["answer"]["line"] = Value::Array(Vec::new()),
        3 => line["terms"]["evaluation"] = zero.into(),
        4 => line["terms"]["engine"] = "Liar 1".into(),
        5 => line["answer"]["nodes"] = (1_u64 << 48).into(),
        _ => line["task"]["grant"] = 77.into(),
    });
    let output = folder.run("remote apply @t.tree @odd");
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    for (line, why) in [
        (1, "its value is out of range"),
        (2, "move 1 of its line is not legal there"),
        (3, "it names no move"),
        (4, "made for the evaluation 0000000000000000, and this is "),
        (5, "made for the engine Liar 1, and this is the search of the program itself"),
        (6, "it tells 281474976710656 nodes for a grant of "),
        (7, "the tree does not ask this"),
        (8, "the tree does not ask this"),
    ] {
        assert!(told.contains(&format!("odd, line {line}: {why}")), "{line} {why}: {told}");
    }
    assert!(stdout(&output).starts_with("0 answers applied, 0 came twice, 8 refused\n"));
    assert_eq!(folder.bytes("t.tree"), before);
    folder.write("text", "half a line {\n");
    let output = folder.run("remote apply @t.tree @text @p-1.jsonl.answers");
    assert!(stderr(&output).contains("text, line 1: not an answer: "), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("8 answers applied, 0 came twice, 1 refused\n"));
}

/// A worker answers what it can, names what it cannot, and answers at once.
#[test]
fn a_worker_answers_line_by_line() {
    let folder = with_tree();
    done(&folder, "remote split @t.tree --parts 1 --tasks 2 -o @p");
    let tasks = lines(&folder, "p-1.jsonl");
    let mut other = object(&tasks[0]);
    other["terms"]["evaluation"] = "00".into();
    let mut worker = start(&["remote", "worker", "-"], Stdio::piped());
    let (stdin, out) = (worker.stdin.take(), worker.stdout.take());
    let (Some(mut stdin), Some(out)) = (stdin, out) else { panic!("no pipes") };
    let mut out = BufReader::new(out).lines().map_while(Result::ok);
    for (line, error) in [
        (tasks[0].as_str(), None),
        ("e4", Some("no task: ")),
        (&other.to_string(), Some("made for the evaluation 00")),
        (&tasks[1], None),
    ] {
        writeln!(stdin, "{line}").unwrap_or_else(|error| panic!("{error}"));
        let answer = object(&out.next().unwrap_or_default());
        match error {
            None => assert_eq!(answer["task"], object(line)["task"]),
            Some(why) => {
                assert!(answer["error"].as_str().is_some_and(|told| told.starts_with(why)))
            }
        }
    }
    drop(stdin);
    assert_eq!(worker.wait().ok().and_then(|status| status.code()), Some(2));
}

#[test]
fn an_engine_answers_for_a_tree_over_it() {
    let folder = Folder::new();
    write_engine(&folder);
    let leaves = "--leaf-nodes 1k --nodes 30k";
    done(&folder, &format!("analyze --engine @engine {OPTIONS} {leaves} --save @t.tree"));
    done(&folder, "remote split @t.tree --parts 1 --tasks 3 -o @p");
    let refused = worked(&folder, "", "p-1.jsonl");
    assert_eq!(refused.status.code(), Some(2));
    assert!(stdout(&refused).contains("made for the engine "), "{}", stdout(&refused));
    write_noted(&folder);
    let output = worked(&folder, &format!("--engine @engine {OPTIONS}"), "p-1.jsonl");
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let told = done(&folder, "remote apply @t.tree @p-1.jsonl.answers");
    assert!(told.starts_with("3 answers applied, 0 came twice, 0 refused\n"), "{told}");
    let heard = lines(&folder, "engine.heard");
    let count = |word: &str| heard.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!(
        (count("ucinewgame"), count("go ")),
        (1, 3),
        "what it has found helps it: {heard:?}"
    );
    done(&folder, "verify @t.tree");
    done(&folder, &format!("resume @t.tree --engine @engine {OPTIONS} --nodes 10k"));
}

#[test]
fn what_cannot_be_split_is_named() {
    let folder = with_tree();
    done(&folder, "analyze --searcher best-first:quiescence --nodes 2k --save @q.tree");
    let (code, message) = folder.failure("remote split @q.tree --parts 2 -o @q");
    assert_eq!(code, Some(2));
    assert!(message.contains("there is nothing to ask about them"), "{message}");
    folder.write("p-2.jsonl", "mine");
    let (code, message) = folder.failure("remote split @t.tree --parts 2 -o @p");
    assert_eq!((code, folder.bytes("p-2.jsonl")), (Some(2), b"mine".to_vec()));
    assert!(message.contains("p-2.jsonl already exists"), "{message}");
    assert!(!folder.path("p-1.jsonl").exists());
    let before = folder.bytes("t.tree");
    done(&folder, "remote split @t.tree --parts 2 -o @p --force");
    assert_eq!(folder.bytes("t.tree"), before, "nothing is written to the tree");
}
