//! The server: requests and answers.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use tokio::sync::watch;

use super::input::Input;
use super::run::{Answer, answer};
use super::tools::{TOOLS, ToolKind};
use crate::app::exit::{self, Exit};
use crate::app::signals;

const INSTRUCTIONS: &str = "\
Chess analysis by best-first search. Values are centipawns for the side to move, proven mates are given as such. Begin with \
analyze and a file to save the tree in, then ask candidates, show and why about that file, and resume to search more. Tell the \
user values and lines as they are given; do not guess what was not asked.";

/// Where the input has ended, short questions still get all the time that they take. Clients wait two seconds then, before
/// they end the server.
const LAST_QUESTIONS: Duration = Duration::from_secs(1);

/// Answers until the input ends, or a signal asks to end. Each question is a run of this program, which ends with the
/// question if it is taken back, and with the server.
///
/// # Errors
///
/// A client that does not speak the protocol; standard input or output that fails.
pub fn run() -> anyhow::Result<Exit> {
    let program = env::current_exe().context("cannot find the program itself")?;
    if io::stdin().is_terminal() {
        exit::warn(
            &"assistants speak to this command, not people: shans mcp --help says how they start it",
        );
    }
    let (quits, quit) = watch::channel(false);
    signals::catch_and(move || _ = quits.send_replace(true))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(serve(program, quit));
    // A thread may wait for input that never comes.
    runtime.shutdown_background();
    served
}

async fn serve(program: PathBuf, mut quit: watch::Receiver<bool>) -> anyhow::Result<Exit> {
    let (ended, end) = watch::channel(false);
    let streams = (Input::new(tokio::io::stdin(), ended), tokio::io::stdout());
    let service = tokio::select! {
        service = Server { program, end }.serve(streams) => service,
        Ok(_) = quit.wait_for(|&quits| quits) => return Ok(Exit::Interrupted),
    };
    let service = service.context("no client of the Model Context Protocol on standard input")?;
    let cancellation = service.cancellation_token();
    let served = service.waiting();
    tokio::pin!(served);
    tokio::select! {
        served = &mut served => {
            served?;
            Ok(Exit::Done)
        }
        Ok(_) = quit.wait_for(|&quits| quits) => {
            // All questions are taken back, and their runs get a moment to end.
            cancellation.cancel();
            served.await?;
            Ok(Exit::Interrupted)
        }
    }
}

struct Server {
    program: PathBuf,
    /// Whether nothing more will be asked.
    end: watch::Receiver<bool>,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("shans", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |tool: &ToolKind| Tool::new(tool.name, tool.description, tool.schema());
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == request.name) else {
            let message = format!("there is no tool {:?}", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let words = match tool.words(&request.arguments.unwrap_or_default()) {
            Ok(words) => words,
            Err(wrong) => return Ok(CallToolResult::error(told([wrong])).into()),
        };
        let mut end = self.end.clone();
        let is_over = async {
            // Without a sender the server is gone.
            let _ = end.wait_for(|&ended| ended).await;
            tokio::time::sleep(LAST_QUESTIONS).await;
        };
        let Answer { text, wrong } = answer(&context, &self.program, &words, is_over).await;
        Ok(match wrong {
            None => CallToolResult::success(told([text])),
            Some(wrong) => {
                let texts = [tool.in_its_words(&wrong), text];
                CallToolResult::error(told(texts.into_iter().filter(|text| !text.is_empty())))
            }
        }
        .into())
    }
}

fn told(texts: impl IntoIterator<Item = String>) -> Vec<ContentBlock> {
    texts.into_iter().map(ContentBlock::text).collect()
}
