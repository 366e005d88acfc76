//! The server.

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::Context;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::stdio;
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use tokio::process::Command;

use super::tools::{TOOLS, ToolKind};
use crate::app::exit::{self, Exit};

const INSTRUCTIONS: &str = "\
Chess analysis by best-first search. Values are centipawns for the side to move, proven mates are given as such. Begin with \
analyze and a file to save the tree in, then ask candidates, show and why about that file, and resume to search more. Tell the \
user values and lines as they are given; do not guess what was not asked.";

/// Answers until the input ends. Each question is a run of this program, which ends with the question if it is
/// taken back.
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
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let service = Server { program }.serve(stdio()).await;
        let service =
            service.context("no client of the Model Context Protocol on standard input")?;
        service.waiting().await?;
        Ok(Exit::Done)
    })
}

struct Server {
    program: PathBuf,
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
        let arguments = request.arguments.unwrap_or_default();
        let answer = match tool.words(&arguments) {
            Ok(words) => context.ct.run_until_cancelled(self.answer(&words)).await,
            Err(wrong) => Some(Err(wrong)),
        };
        // Nobody reads the answer to a question that was taken back.
        let answer = answer.unwrap_or_else(|| Err("cancelled".to_string()));
        let told = |text: String| vec![ContentBlock::text(text)];
        Ok(match answer {
            Ok(text) => CallToolResult::success(told(text)),
            Err(wrong) => CallToolResult::error(told(wrong)),
        }
        .into())
    }
}

impl Server {
    /// What the program prints with these words, or why it does not.
    async fn answer(&self, words: &[String]) -> Result<String, String> {
        let mut command = Command::new(&self.program);
        command.args(words).stdin(Stdio::null()).kill_on_drop(true);
        let output = command.output().await.map_err(|error| error.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(text(&output.stderr)),
        }
    }
}
