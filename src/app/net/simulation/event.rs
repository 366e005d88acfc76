//! What happens.

use super::dice::Kind;
use crate::app::net::hand::Outcome;
use crate::app::net::transport::{Delivery, Parcel, Settle};

/// A hand: its worker, and its number there.
pub type HandId = (u64, usize);

/// Where something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The search.
    Search,
    /// The broker.
    Broker,
    /// This worker.
    Worker(u64),
}

/// What happens.
#[derive(Debug)]
pub enum Event {
    /// A message arrives.
    Arrives(Place, Message),
    /// Somebody has waited for long enough.
    Alarm(Place, Alarm),
    /// Something goes wrong.
    Fault,
    /// A worker begins.
    Joins,
}

/// A message.
#[derive(Clone, Debug)]
pub enum Message {
    /// A task, from the search of this run to the broker; the number is that of the message.
    Publish(String, u64, Parcel),
    /// The broker has taken it, or not, and why.
    Taken(String, u64, Result<(), String>),
    /// A hand asks the broker for a task.
    Pull(HandId, u64),
    /// What the broker gives it.
    Task(HandId, u64, Option<Delivery>),
    /// A hand says something to a run.
    Ask(HandId, u64, String, Vec<u8>),
    /// The reply; `None` if nobody listens.
    Reply(HandId, u64, Option<Vec<u8>>),
    /// What a hand tells the broker of a delivery with this receipt.
    Settle(String, Settle),
    /// A worker introduces itself to the search.
    Hello(Vec<u8>),
}

/// What somebody has waited for.
#[derive(Debug)]
pub enum Alarm {
    /// The search of this run looks for tasks to be sent.
    Look(String),
    /// The search of this run has not heard whether the broker has taken the task in this message.
    NotTaken(String, u64),
    /// The search of this run notices that the broker is out of reach.
    Lost(String),
    /// ... or that it is back.
    Back(String),
    /// The broker has a task to give, or somebody who has waited for long enough.
    Deal,
    /// A worker introduces itself.
    Greet,
    /// A hand looks whether its search has ended.
    Looks(HandId, u64),
    /// A hand that waits for something with this number gets this.
    Outcome(HandId, u64, Outcome),
}

/// Where it happens, if there is such a place.
pub fn place(event: &Event) -> Option<Place> {
    match event {
        Event::Arrives(place, _) | Event::Alarm(place, _) => Some(*place),
        Event::Fault | Event::Joins => None,
    }
}

/// A line about it.
pub fn line(event: &Event) -> String {
    match event {
        Event::Arrives(_, Message::Publish(run, _, parcel)) => {
            format!("{run} sends task {}", parcel.task)
        }
        Event::Arrives(_, Message::Task(hand, _, delivery)) => {
            let what = delivery.as_ref().map(|it| (&it.run, it.parcel.task, it.times, &it.receipt));
            format!("{hand:?} gets {what:?}")
        }
        Event::Arrives(_, Message::Ask(hand, _, run, said)) => {
            let said = String::from_utf8_lossy(said);
            let said: String = said.chars().take(120).collect();
            format!("{hand:?} says to {run}: {said}")
        }
        Event::Arrives(_, Message::Reply(hand, _, reply)) => {
            let reply = reply.as_deref().map(String::from_utf8_lossy);
            format!("{hand:?} hears {reply:?}")
        }
        Event::Arrives(_, Message::Hello(_)) => "the search is greeted".to_string(),
        Event::Alarm(_, Alarm::Outcome(hand, _, Outcome::Came(Err(why)))) => {
            format!("{hand:?} gets nothing: {}", why.why)
        }
        other => format!("{other:?}"),
    }
}

/// What a fault is called in the lines of a history.
pub fn fault_line(kind: Kind, place: Place) -> String {
    format!("FAULT {kind:?} at {place:?}")
}
