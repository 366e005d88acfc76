//! `shans verify`.

use std::io::Write;
use std::path::Path;

use indicatif::{BinaryBytes, HumanCount};
use serde::Serialize;

use crate::app::args::VerifyArgs;
use crate::app::exit::Exit;
use crate::app::files::tree_evaluation::evaluator_for;
use crate::app::files::{ending_tables, loading};
use crate::app::games::CommandLineGame;
use crate::app::printable::{printable, printable_path};
use crate::app::reporting::score::{counted, file_size, nodes};
use crate::app::reporting::{json_line, left_out, text_table};
use crate::inspect::{LeftOutMoves, TreeStatistics};
use crate::search::{Interrupt, Root};
use crate::store::{FileParts, Loaded, TreeFile};

/// What is known about a tree that was found right. Scripts rely on the names in JSON: add to them,
/// do not rename.
#[derive(Debug, Serialize)]
struct Findings {
    fen: String,
    /// How many moves lead from the root of the tree to the position analysed.
    plies_from_top: usize,
    made_by: String,
    searcher: String,
    same_evaluation: bool,
    same_search: bool,
    compressed: bool,
    file_bytes: u64,
    /// How much of it is tree, header included, how much tables, and how long it would be
    /// without compression.
    file_tree_bytes: u64,
    file_table_bytes: u64,
    file_uncompressed_bytes: u64,
    /// The maximum number of pieces in the endgame tables that it was made with, and how often tables were asked
    /// now; proofs of tables that could not be checked again.
    table_pieces: u8,
    table_proofs_checked: u64,
    table_proofs_believed: u64,
    #[serde(skip)]
    parts: FileParts,
    /// Whether proofs hold only with moves left out; no field if they need no condition.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    conditional: bool,
    /// The moves that its search was told not to consider, from the root of the tree: its proofs hold without them.
    #[serde(flatten)]
    left_out: LeftOutMoves,
    #[serde(flatten)]
    tree: TreeStatistics,
}

/// Checks a tree file, and writes what is in it to `out`.
///
/// # Errors
///
/// The first thing that is wrong with the file; `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let file = TreeFile::open(&args.file)?;
    let evaluator = evaluator_for::<G>(&file, ending_tables::open(&args.tables));
    let table_pieces = file.table_pieces();
    let Loaded { search, info, parts } = file.load_to_look::<G>(evaluator)?;
    // This switch is never thrown: Ctrl-C ends a command that writes no file at once.
    let checked = loading::check(&search, &args.file, false, &Interrupt::default());
    checked.map_err(|error| match info.difference() {
        Some(what) => error.context(other_rules(&args.file, what, &info.program)),
        None => error,
    })?;
    let used = search.position().evaluator();
    ending_tables::warn_of::<G>(used);
    let findings = Findings {
        fen: search.position().describe(),
        plies_from_top: search.moves_to_position().len(),
        made_by: info.program,
        searcher: info.searcher,
        same_evaluation: info.same_evaluation,
        same_search: info.same_search,
        compressed: info.compressed,
        file_bytes: info.bytes,
        file_tree_bytes: parts.header + parts.tree,
        file_table_bytes: parts.tables,
        file_uncompressed_bytes: parts.uncompressed_bytes(),
        table_pieces,
        table_proofs_checked: G::table_probes(used),
        table_proofs_believed: G::believed_proofs(used),
        parts,
        conditional: search.root().leaves_moves_out(true),
        left_out: LeftOutMoves::of(search.root()),
        tree: TreeStatistics::new(&search),
    };
    if args.json {
        json_line::write(&findings, out)?;
    } else {
        findings.write(&printable_path(&args.file), search.root(), out)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// What to do with a tree that is wrong for this program, and was made by another one.
fn other_rules(file: &Path, what: &str, program: &str) -> String {
    let name = file.display();
    format!(
        "{name} was made with another {what} ({program}) and may be sound by its rules; show, why \
         and export can read it, and shans resume {name} --force recomputes what breaks the rules \
         of this program"
    )
}

impl Findings {
    /// What became of proofs that rest on endgame tables; `None` if there are none.
    fn told_of_tables(&self) -> Option<String> {
        let believed = match self.table_proofs_believed {
            0 => "all their proofs were checked".to_string(),
            proofs => format!(
                "{} of their proofs could not be checked; give the tables with --syzygy DIR",
                HumanCount(proofs)
            ),
        };
        let pieces = self.table_pieces;
        (pieces > 0)
            .then(|| format!("made with endgame tables of up to {pieces} pieces; {believed}"))
    }

    fn write<G: CommandLineGame>(
        &self,
        name: &str,
        root: &Root<G>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let count = |number: u64| HumanCount(number).to_string();
        let tree = &self.tree;
        let by = match (self.same_evaluation, self.same_search) {
            (true, true) => "",
            (false, _) => ", with another evaluation than this program's",
            (true, false) => ", with another search than this program's",
        };
        writeln!(out, "{name} is sound: every checksum, link and number is correct.\n")?;
        writeln!(out, "position   {}", self.fen)?;
        let [made_by, searcher] = [&self.made_by, &self.searcher].map(|name| printable(name));
        writeln!(out, "made by    {made_by}, {searcher}{by}")?;
        writeln!(out, "file       {}", file_size(&self.parts))?;
        writeln!(out, "memory     {} for the tree", BinaryBytes(tree.tree_bytes))?;
        writeln!(out, "work       {}", nodes(tree.nodes))?;
        writeln!(
            out,
            "tree       {}: inner {}, leaves {}, finished {}, freed {}",
            nodes(tree.tree_nodes),
            count(tree.inner_nodes),
            count(tree.leaves),
            count(tree.finished_nodes),
            count(tree.freed_nodes),
        )?;
        let condition = left_out::condition(self.conditional);
        writeln!(out, "proven     {}{condition}", nodes(tree.proven_nodes))?;
        left_out::write(root, out)?;
        if let Some(told) = self.told_of_tables() {
            writeln!(out, "tables     {told}")?;
        }
        if let Some(nodes) = tree.unsettled_nodes {
            let nodes = self::nodes(nodes);
            writeln!(out, "unsettled  {nodes} whose line ends where moves not made may be better")?;
        }
        writeln!(out, "branching  {:.2} moves made in an inner node", tree.branching)?;
        let deepest = tree.nodes_by_depth.len().saturating_sub(1);
        write!(out, "depth      {:.1} plies on average, {deepest} at most", tree.depth_mean)?;
        match self.plies_from_top {
            0 => writeln!(out, "\n")?,
            below => {
                let plies = counted(below as u64, "ply");
                writeln!(out, "; the position analysed is {plies} below the root\n")?;
            }
        }
        let head = vec!["depth".to_string(), "nodes".to_string()];
        let rows = tree.nodes_by_depth.iter().enumerate();
        let rows = rows.map(|(depth, &nodes)| vec![depth.to_string(), count(nodes)]);
        let rows: Vec<_> = [head].into_iter().chain(rows).collect();
        text_table::write(&rows, |_| false, out)?;
        Ok(())
    }
}
