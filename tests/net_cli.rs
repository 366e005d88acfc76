//! Workers on other machines, as far as it goes without a broker.

use crate::common::folder::Folder;

fn refused(line: &str) -> String {
    let (code, message) = Folder::new().failure(line);
    assert_eq!(code, Some(2), "{line}: {message}");
    message
}

#[test]
fn nobody_works_unknown_on_another_machine() {
    for line in ["analyze --remote nats://10.0.0.1", "remote worker nats://10.0.0.1"] {
        assert!(refused(line).contains("give --nats-credentials FILE"), "{line}");
    }
    let folder = Folder::new();
    folder.write("user", "me\nsecret\n");
    folder.write("other", "secret\n");
    for line in ["analyze --remote nats://10.0.0.1", "remote worker nats://10.0.0.1"] {
        let told = |file: &str| {
            let (code, message) = folder.failure(&format!("{line} --nats-credentials @{file}"));
            assert_eq!(code, Some(2), "{message}");
            assert!(!message.contains("secret"), "{message}");
            message
        };
        assert!(told("user").contains("would be sent unencrypted"));
        assert!(told("other").contains("holds no credentials"));
        assert!(told("absent").contains("cannot read"));
    }
}

#[test]
fn searchers_that_ask_nobody_have_no_workers() {
    for searcher in ["pvs", "best-first:quiescence"] {
        let told = refused(&format!("analyze --searcher {searcher} --remote nats://localhost"));
        assert!(told.contains("searches by itself; remove --remote"), "{told}");
    }
}

/// Nobody listens there.
#[test]
fn a_broker_that_is_not_there_is_told_in_a_line() {
    for line in ["analyze --remote nats://127.0.0.1:9", "remote worker nats://127.0.0.1:9"] {
        let (code, message) = Folder::new().failure(line);
        assert_eq!(code, Some(1), "{message}");
        let expected = match cfg!(feature = "net") {
            true => "nats://127.0.0.1:9: no broker answers there",
            false => "built without network support; build with --features net",
        };
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn secrets_are_no_part_of_an_address() {
    let output = Folder::new().run("remote worker nats://me:secret@localhost");
    assert_eq!(output.status.code(), Some(2));
    let told = crate::common::program::stderr(&output);
    assert!(told.contains("use --nats-credentials FILE"), "{told}");
}
