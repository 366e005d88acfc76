//! All integration tests in one binary: each further one would link everything again.

mod common;

mod architecture;
mod best_first;
mod changes;
mod chess_text;
mod cli;
mod compare;
mod crash;
mod docs;
mod endgames;
mod evaluators;
mod exchange;
mod freeing;
mod input_cli;
mod inspect;
mod inspect_cli;
mod json_schema;
mod limits;
mod perft;
mod proofs;
mod readme;
mod references;
mod saving;
mod searched_leaves;
mod searched_reports;
mod signature;
mod toy;
mod tree_cli;
mod tree_files;
mod tree_files_headers;
mod tree_files_hostile;
mod tree_files_kept;
mod tree_files_taken_over;
mod uci;
mod worked_example;
