//! What a broker will never do, however often it is asked.

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use async_nats::jetstream::context::PublishError;
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, ClientError, Event, ServerError};

/// Error codes of the broker that time does not change, whatever is sent: the next attempt fails as well.
const FINAL_CODES: [ErrorCode; 9] = [
    ErrorCode::JETSTREAM_NOT_ENABLED,
    ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT,
    ErrorCode::NO_ACCOUNT,
    ErrorCode::STREAM_HEADER_EXCEEDS_MAXIMUM,
    ErrorCode::STREAM_INVALID_CONFIG,
    ErrorCode::STREAM_MAX_BYTES_REQUIRED,
    ErrorCode::STREAM_MESSAGE_EXCEEDS_MAXIMUM,
    ErrorCode::STREAM_SEALED,
    ErrorCode::STREAM_SUBJECT_OVERLAP,
];
/// What is said of a login that is not accepted.
pub(super) const LOGIN: &str = "the broker refuses the login";

/// Whether an error of the broker is the same each time.
pub(super) fn is_final_error(error: &jetstream::Error) -> bool {
    FINAL_CODES.contains(&error.error_code())
}

/// What the broker says without being asked that no later attempt changes: it refuses the login, or what this login is not
/// allowed to do.
pub(super) fn final_refusal(event: &Event) -> Option<String> {
    let is_of_login = |text: &str| {
        let text = text.to_lowercase();
        let is_busy = text.contains("timeout");
        !is_busy && (text.contains("authorization") || text.contains("authentication"))
    };
    match event {
        Event::ServerError(ServerError::AuthorizationViolation) => Some(LOGIN.to_string()),
        Event::ServerError(ServerError::Other(text))
        | Event::ClientError(ClientError::Other(text))
            if is_of_login(text) =>
        {
            Some(LOGIN.to_string())
        }
        Event::ServerError(ServerError::Other(text))
            if text.to_lowercase().starts_with("permissions violation") =>
        {
            // It names each message that it did not take; that it takes none is told once.
            let what = text.split(" to \"").next().unwrap_or(text);
            Some(format!("the broker forbids this login what it takes: {what}"))
        }
        _ => None,
    }
}

/// Why the broker does not take a message that is longer than it ever takes.
pub(super) fn too_long(client: &Client) -> String {
    format!("its messages have {} bytes at most (max_payload)", client.max_payload())
}

/// Whether the next attempt fails as well.
pub(super) fn is_final(error: &PublishError) -> bool {
    let broker = error.source().and_then(|source| source.downcast_ref::<jetstream::Error>());
    broker.is_some_and(is_final_error)
}

/// Why the broker will never give anything, once it has said so.
#[derive(Clone, Debug, Default)]
pub(super) struct Closed(Arc<Mutex<Option<String>>>);

impl Closed {
    pub(super) fn note(&self, why: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }

    pub(super) fn why(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
