//! `shans verify`.

use std::io::Write;

use anyhow::Context;
use indicatif::{BinaryBytes, HumanCount};
use serde::Serialize;

use super::args::VerifyArgs;
use super::exit::Exit;
use super::text_table;
use crate::chess::Position;
use crate::game::Notation;
use crate::store::{Loaded, Origin, TreeFile};
use crate::tree::{Census, NODE_BYTES};

/// What is known of a tree that was found right.
#[derive(Debug, Serialize)]
struct Findings {
    fen: String,
    /// How many moves lead from the top of the tree to the position analysed.
    plies_from_top: usize,
    program: String,
    searcher: String,
    same_evaluation: bool,
    same_search: bool,
    compressed: bool,
    file_bytes: u64,
    /// In memory.
    tree_bytes: u64,
    nodes: u64,
    tree_nodes: u64,
    inner_nodes: u64,
    leaves: u64,
    finished_nodes: u64,
    proven_nodes: u64,
    freed_nodes: u64,
    /// Mean number of children of an inner node.
    branching: f64,
    depth_mean: f64,
    /// Nodes at 0, 1, 2 ... plies below the top.
    nodes_by_depth: Vec<u64>,
}

/// Checks a tree file, and writes what is in it to `out`.
///
/// # Errors
///
/// The first thing that is wrong with the file; `out` that cannot be written.
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Loaded { search, origin } = TreeFile::open(&args.file)?.load_to_look::<Position>()?;
    let name = args.file.display();
    search.check().with_context(|| format!("{name} holds a tree that cannot be"))?;
    let census = search.tree().census();
    let plies_from_top = search.state().line.len();
    let fen = search.position().describe();
    let findings = Findings::new(fen, plies_from_top, search.state().nodes, origin, census);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&findings)?)?;
    } else {
        findings.write(&name.to_string(), out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

impl Findings {
    fn new(fen: String, plies: usize, nodes: u64, origin: Origin, census: Census) -> Findings {
        let children = census.nodes.saturating_sub(1);
        let depths = census.by_depth.iter().zip(0_u64..).map(|(&nodes, depth)| nodes * depth);
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        Findings {
            fen,
            plies_from_top: plies,
            program: origin.program,
            searcher: origin.searcher,
            same_evaluation: origin.same_evaluation,
            same_search: origin.same_search,
            compressed: origin.compressed,
            file_bytes: origin.bytes,
            tree_bytes: census.nodes * NODE_BYTES as u64,
            nodes,
            tree_nodes: census.nodes,
            inner_nodes: census.inner,
            leaves: census.leaves,
            finished_nodes: census.finished,
            proven_nodes: census.proven,
            freed_nodes: census.freed,
            branching: mean(children, census.inner),
            depth_mean: mean(depths.sum(), census.nodes),
            nodes_by_depth: census.by_depth,
        }
    }

    fn write(&self, name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let count = |number: u64| HumanCount(number).to_string();
        let by = match (self.same_evaluation, self.same_search) {
            (true, true) => "",
            (false, _) => ", with another evaluation than this program's",
            (true, false) => ", with another search than this program's",
        };
        let packed = if self.compressed { ", compressed" } else { "" };
        writeln!(out, "{name} is right: every checksum, link and number.\n")?;
        writeln!(out, "position   {}", self.fen)?;
        writeln!(out, "made by    {}, {}{by}", self.program, self.searcher)?;
        writeln!(
            out,
            "bytes      {} in the file{packed}, {} in memory",
            BinaryBytes(self.file_bytes),
            BinaryBytes(self.tree_bytes),
        )?;
        writeln!(out, "work       {} nodes", count(self.nodes))?;
        writeln!(
            out,
            "tree       {} nodes: {} inner, {} leaves, {} where the game is over, {} freed",
            count(self.tree_nodes),
            count(self.inner_nodes),
            count(self.leaves),
            count(self.finished_nodes),
            count(self.freed_nodes),
        )?;
        writeln!(out, "proven     {} nodes", count(self.proven_nodes))?;
        writeln!(out, "branching  {:.2} moves made in an inner node", self.branching)?;
        let deepest = self.nodes_by_depth.len().saturating_sub(1);
        write!(out, "depth      {:.1} plies on average, {deepest} at most", self.depth_mean)?;
        match self.plies_from_top {
            0 => writeln!(out, "\n")?,
            1 => writeln!(out, "; the position analysed is 1 ply below the top\n")?,
            plies => writeln!(out, "; the position analysed is {plies} plies below the top\n")?,
        }
        let head = vec!["depth".to_string(), "nodes".to_string()];
        let rows = self.nodes_by_depth.iter().enumerate();
        let rows = rows.map(|(depth, &nodes)| vec![depth.to_string(), count(nodes)]);
        let rows: Vec<_> = [head].into_iter().chain(rows).collect();
        text_table::write(&rows, |_| false, out)?;
        Ok(())
    }
}
