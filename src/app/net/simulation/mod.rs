//! Whole histories of a search, a broker and workers, with everything that can go wrong, from a seed.
//!
//! | file | what it holds |
//! |---|---|
//! | `dice` | chance, and how much of what goes wrong it lets happen |
//! | `event` | what happens, and to whom |
//! | `broker` | a broker: the tasks that it holds, and who has them |
//! | `parties` | who takes part, and how they are |
//! | `watch` | what may never happen |
//! | `known` | the undisturbed search: its tree, and the answers to its questions |
//! | `world` | the clock, the events to come, and all who take part |
//! | `network` | how messages travel |
//! | `worker` | what workers do |
//! | `asking` | what a search hears and sends |
//! | `fault` | deaths, stalls and cuts |
//! | `steps` | what happens, one event after the other |
//! | `search` | the workers of a search, as it knows them |
//! | `history` | a search from its beginning to its end, however often it dies |
//! | `tests` | many of them |
//!
//! There is no thread in it, no sleep and no clock: time is that of the next event. The same seed gives the same
//! history. What is real: the table of tasks, the desk, the coordinator and the hands of workers, messages as bytes
//! included. What is not: the broker, the network, and the searches of leaves, whose answers are known beforehand.

mod asking;
mod broker;
mod dice;
mod event;
mod fault;
mod history;
mod known;
mod network;
mod parties;
mod search;
mod steps;
mod tests;
mod watch;
mod worker;
mod world;
