//! Standard input that tells when it has ended.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf, Stdin};
use tokio::sync::watch;

/// Standard input. The library waits for answers when it ends, and tells nobody that it does.
pub struct Input {
    stdin: Stdin,
    ended: watch::Sender<bool>,
}

impl Input {
    /// This input; its end will be sent.
    pub fn new(stdin: Stdin, ended: watch::Sender<bool>) -> Input {
        Input { stdin, ended }
    }
}

impl AsyncRead for Input {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.stdin).poll_read(context, buffer));
        if read.is_err() || buffer.filled().len() == before {
            self.ended.send_replace(true);
        }
        Poll::Ready(read)
    }
}
