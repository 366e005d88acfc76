//! A question as a run of this program.
//!
//! The run holds the other end of a pipe, and ends as if it had been asked to when that closes
//! ([`signals::end_with_input`](crate::app::signals::end_with_input)): it saves what it has found, and tells it. So it ends
//! when the question is taken back, and with the server, however that ends.

use std::future::{Future, pending};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use rmcp::model::ProgressNotificationParam;
use rmcp::service::{RequestContext, RoleServer};
use tokio::process::Command;
use tokio::time::Instant;

use crate::app::signals;

/// Between two notifications of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// A run that was asked to end saves what it has found; one that takes longer than this for it hangs.
const LAST_SAVE: Duration = Duration::from_secs(60);

/// What a run has said.
pub struct Answer {
    /// What it has found, in JSON.
    pub text: String,
    /// Why that is not all; `None` if it is.
    pub wrong: Option<String>,
}

/// What the program says to these words. It is to end early when the question is taken back or `is_over` comes.
pub async fn answer(
    context: &RequestContext<RoleServer>,
    program: &Path,
    words: &[String],
    is_over: impl Future<Output = ()>,
) -> Answer {
    match output(context, program, words, is_over).await {
        Ok(Output { status, stdout, stderr }) => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
            let wrong = (!status.success()).then(|| text(&stderr));
            Answer { text: text(&stdout), wrong }
        }
        Err(wrong) => Answer { text: String::new(), wrong: Some(wrong) },
    }
}

async fn output(
    context: &RequestContext<RoleServer>,
    program: &Path,
    words: &[String],
    is_over: impl Future<Output = ()>,
) -> Result<Output, String> {
    let mut command = Command::new(program);
    command.args(words).env(signals::ENDS_WITH_INPUT, "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut run = command.spawn().map_err(|error| error.to_string())?;
    let lifeline = run.stdin.take();
    let output = run.wait_with_output();
    tokio::pin!(output);
    tokio::select! {
        output = &mut output => return output.map_err(|error| error.to_string()),
        () = tell_progress(context) => {}
        () = context.ct.cancelled() => {}
        () = is_over => {}
    }
    drop(lifeline);
    match tokio::time::timeout(LAST_SAVE, output).await {
        Ok(output) => output.map_err(|error| error.to_string()),
        Err(_) => Err("the search does not end".to_string()),
    }
}

/// Tells how long it has taken, again and again, to those who want to know.
async fn tell_progress(context: &RequestContext<RoleServer>) {
    let since = Instant::now();
    let Some(token) = context.meta.get_progress_token() else { return pending().await };
    loop {
        tokio::time::sleep(PROGRESS_INTERVAL).await;
        let seconds = since.elapsed().as_secs_f64();
        let message = format!("searching for {seconds:.0} s");
        let progress = ProgressNotificationParam::new(token.clone(), seconds);
        // A client that is gone takes its questions back.
        let _ = context.peer.notify_progress(progress.with_message(message)).await;
    }
}
