//! `shans why`: why a move is not preferred, as far as the tree knows.

mod asked;
mod causes;
mod claim;
mod command;
mod comparison;
mod hint;
mod need;
mod reason;
mod research;
mod sentences;
mod table;
mod text;
mod waiting;
mod worth;

#[cfg(test)]
mod tests;

pub use causes::{ToldCauses, all_trials, causes, few_trials};
pub use claim::Claim;
pub use command::run;
pub use hint::hint_text;
pub use research::{Grower, lacking, prove};
pub use sentences::{claim, praise, reasons, sentences, write as write_explanation};
