//! NATS JetStream as the queue.
//!
//! The tasks of all searches are in one stream of the broker, in its memory. Each task has its own subject, and
//! the broker accepts no second message on a subject, so a task can be sent again at any time without being there
//! twice. A consumer for each topic ([`Terms::topic`]) gives a task to a worker that asks for one, and to another worker
//! after a silence of [`LEASE`]. Messages of workers about a task are requests to the run that asks for it.
//!
//! | subject | what is sent there |
//! |---|---|
//! | `shans.task.TOPIC.RUN.NUMBER` | a task, in the stream |
//! | `shans.ask.RUN` | messages of workers to the search |
//! | `shans.hello.TOPIC` | introductions of workers |
//!
//! All asynchronous code is in this file, and runs on one thread.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::context::{CreateStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::stream::{
    Config, ConsumerErrorKind, DiscardPolicy, RetentionPolicy, StorageType,
};
use async_nats::jetstream::{self, Context};
use async_nats::{
    Client, ConnectError, ConnectErrorKind, ConnectOptions, Event,
    PublishErrorKind as SayErrorKind, RequestErrorKind, StatusCode, Subject, Subscriber,
};
use futures_util::{FutureExt, StreamExt};
use tokio::runtime::{Builder, Handle};
use tokio::sync::{Notify, oneshot};
use tokio::time::{sleep, timeout};

use self::refusals::{Closed, LOGIN, final_refusal, is_final, is_final_error, too_long};
use super::address::{CannotConnect, Credentials, NetSettings};
use super::desk::Desk;
use super::leases::LEASE;
use super::lines::{Hello, Reply, Terms, Word};
use super::transport::{Carrier, Delivery, Parcel, Refusal, Settle, Source, Unreachable};

mod refusals;

/// The stream of tasks. If its form changes, so does its name.
const STREAM: &str = "SHANS_TASKS_1";
/// All subjects of it.
const TASKS: &str = "shans.task.>";
/// The most tasks of all searches.
const MOST_TASKS: i64 = 1 << 17;
/// The most that workers may have at a time, and that may wait for tasks.
const MOST_HANDS: i64 = 1 << 15;
/// The broker's error code for a task that it has already.
const IS_THERE: &str = "maximum messages per subject exceeded";
/// What the client says of a message that is longer than the broker takes.
const IS_TOO_LONG: &str = "max payload size exceeded";
/// How long a worker waits for a task before it asks again. A broker that is silent then has stalled.
const PULL: Duration = Duration::from_secs(2);
/// A broker or a search that does not answer within this time is not there.
const ANSWER: Duration = Duration::from_secs(5);
/// How often tasks to be sent are looked for.
const LOOK: Duration = Duration::from_secs(1);
/// How often the other side is checked.
const PING: Duration = Duration::from_secs(5);
/// The longest time between two attempts to reconnect.
const LONGEST_DELAY: Duration = Duration::from_secs(2);

/// A connection, and its thread.
struct Link {
    client: Client,
    jetstream: Context,
    runtime: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Link {
    fn connect(
        settings: &NetSettings,
        on_event: impl Fn(&Event) + Send + Sync + 'static,
    ) -> Result<Link, CannotConnect> {
        let refused = refused_by(settings);
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| refused(error.to_string()))?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || _ = runtime.block_on(stopped));
        let options = options(settings, on_event).map_err(&refused)?;
        let connected = handle.block_on(options.connect(settings.address.to_string()));
        let client = connected.map_err(|error| refused(why_not(&error)))?;
        // It starts a task of its own.
        let entered = handle.enter();
        let mut jetstream = jetstream::new(client.clone());
        drop(entered);
        jetstream.set_timeout(ANSWER);
        let (stop, thread) = (Some(stop), Some(thread));
        let link = Link { client, jetstream, runtime: handle, stop, thread };
        link.runtime.block_on(make_stream(&link.jetstream)).map_err(|no| refused(no.why))?;
        Ok(link)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Let the last messages arrive.
        let _ = self.runtime.block_on(async { timeout(LOOK, self.client.flush()).await });
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It does not panic on purpose, and what is lost is asked again.
            let _ = thread.join();
        }
    }
}

fn refused_by(settings: &NetSettings) -> impl Fn(String) -> CannotConnect {
    |why| CannotConnect(format!("{}: {why}", settings.address))
}

fn options(
    settings: &NetSettings,
    on_event: impl Fn(&Event) + Send + Sync + 'static,
) -> Result<ConnectOptions, String> {
    let mut options = ConnectOptions::new()
        .name("shans")
        .ping_interval(PING)
        .request_timeout(Some(ANSWER))
        .require_tls(settings.address.is_encrypted)
        .reconnect_delay_callback(|tries| {
            let tries = u32::try_from(tries).unwrap_or(u32::MAX);
            LONGEST_DELAY.min(Duration::from_millis(50).saturating_mul(tries))
        })
        .event_callback(move |event| {
            on_event(&event);
            async {}
        });
    if let Some(authority) = &settings.authority {
        options = options.add_root_certificates(authority.clone());
    }
    Ok(match &settings.credentials {
        None => options,
        Some(Credentials::Creds(creds)) => {
            // The error would show what is in the file.
            options.credentials(creds).map_err(|_| "the credentials are damaged".to_string())?
        }
        Some(Credentials::Seed(seed)) => options.nkey(seed.clone()),
        Some(Credentials::User(user, password)) => {
            options.user_and_password(user.clone(), password.clone())
        }
    })
}

fn why_not(error: &ConnectError) -> String {
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            LOGIN.to_string()
        }
        ConnectErrorKind::Tls => format!("there is no encrypted connection: {error}"),
        ConnectErrorKind::TimedOut => "no broker answers there in time".to_string(),
        // The handshake fails as reading or writing does.
        _ if error.to_string().contains("certificate") => {
            format!("its certificate is not trusted (--nats-ca FILE names who signed it): {error}")
        }
        _ => format!("no broker answers there: {error}"),
    }
}

/// Creates the stream, unless it exists.
async fn make_stream(jetstream: &Context) -> Result<(), Refusal> {
    let config = Config {
        name: STREAM.to_string(),
        subjects: vec![TASKS.to_string()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::Memory,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        max_messages_per_subject: 1,
        max_messages: MOST_TASKS,
        num_replicas: 1,
        ..Config::default()
    };
    let made = jetstream.get_or_create_stream(config).await;
    made.map(|_| ()).map_err(|error| Refusal {
        is_final: matches!(error.kind(), CreateStreamErrorKind::JetStream(error) if is_final_error(&error)),
        why: format!("the broker keeps no tasks (it is to be started as nats-server -js): {error}"),
    })
}

/// Creates the consumer of a topic, and the stream, unless they exist.
async fn make_consumer(jetstream: &Context, topic: &str) -> Result<(), Refusal> {
    make_stream(jetstream).await?;
    let config = pull::Config {
        durable_name: Some(topic.to_string()),
        filter_subject: format!("shans.task.{topic}.*.*"),
        ack_policy: AckPolicy::Explicit,
        ack_wait: LEASE,
        max_deliver: -1,
        max_ack_pending: MOST_HANDS,
        max_waiting: MOST_HANDS,
        memory_storage: true,
        ..pull::Config::default()
    };
    let made = jetstream.create_consumer_on_stream(config, STREAM).await;
    made.map(|_| ()).map_err(|error| Refusal {
        is_final: match error.kind() {
            ConsumerErrorKind::JetStream(error) => is_final_error(&error),
            _ => error.to_string().contains(IS_TOO_LONG),
        },
        why: format!("the broker hands out no tasks: {error}"),
    })
}

/// A unique number, as text.
fn random_name() -> String {
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => format!("{:016x}", u64::from_ne_bytes(bytes)),
        Err(_) => format!("{:016x}", std::process::id()),
    }
}

/// The search's end of the queue.
#[derive(Clone)]
struct Sender {
    client: Client,
    jetstream: Context,
    desk: Arc<Desk>,
    wake: Arc<Notify>,
    /// The beginning of the subject of a task.
    prefix: String,
}

/// A queue for a search.
///
/// Tasks that are left at the end are not purged: with them the broker (2.9.10) forgets which tasks of other searches
/// workers have, and never gives those to anybody again. Workers drop what nobody asks for any more.
///
/// # Errors
///
/// [`CannotConnect`] if the broker does not answer, or refuses.
pub fn carrier(settings: &NetSettings, desk: Arc<Desk>) -> Result<Carrier, CannotConnect> {
    let (observer, address) = (Arc::clone(&desk), settings.address.clone());
    let link = Link::connect(settings, move |event| match event {
        Event::Connected => observer.back(),
        Event::Disconnected => observer.lost(&format!("the broker at {address} is out of reach")),
        event => final_refusal(event).into_iter().for_each(|why| observer.closed(&why)),
    })?;
    let run = random_name();
    let prefix = format!("shans.task.{}.{run}", desk.terms().topic());
    let wake = Arc::new(Notify::new());
    let (client, jetstream) = (link.client.clone(), link.jetstream.clone());
    let sender = Sender { client, jetstream, desk, wake: Arc::clone(&wake), prefix };
    let subscribed = link.runtime.block_on(sender.clone().listen(&link.client, &run));
    subscribed.map_err(refused_by(settings))?;
    link.runtime.spawn(sender.send());
    Ok(Box::new(move || {
        // The link ends with what wakes it.
        let _ = &link;
        wake.notify_one();
    }))
}

impl Sender {
    /// Listens to workers from now on.
    async fn listen(self, client: &Client, run: &str) -> Result<(), String> {
        let subscribe = async |subject: String| {
            client.subscribe(subject).await.map_err(|error| error.to_string())
        };
        let mut said = subscribe(format!("shans.ask.{run}")).await?;
        let mut greetings = subscribe("shans.hello.*".to_string()).await?;
        let (desk, own) = (Arc::clone(&self.desk), client.clone());
        tokio::spawn(async move {
            while let Some(message) = said.next().await {
                let reply = self.desk.hear(&message.payload);
                if let Some(to) = message.reply {
                    // A worker without a reply asks again.
                    let _ = own.publish(to, reply.into()).await;
                }
                self.wake.notify_one();
            }
        });
        tokio::spawn(async move {
            while let Some(message) = greetings.next().await {
                desk.meet(&message.payload);
            }
        });
        Ok(())
    }

    /// Sends the tasks that are due.
    async fn send(self) {
        loop {
            for parcel in self.desk.due() {
                tokio::spawn(self.clone().publish(parcel));
            }
            tokio::select! {
                () = self.wake.notified() => {}
                () = sleep(LOOK) => {}
            }
        }
    }

    async fn publish(self, Parcel { task, payload }: Parcel) {
        let subject = format!("{}.{task}", self.prefix);
        for _ in 0..2 {
            let sent = self.jetstream.publish(subject.clone(), payload.clone().into()).await;
            let taken = match sent {
                Ok(taken) => taken.await.map(|_| ()),
                Err(error) => Err(error),
            };
            match taken {
                Ok(()) => return self.desk.took(),
                Err(error) if error.to_string().contains(IS_THERE) => return self.desk.took(),
                Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                    // The broker was restarted.
                    match make_stream(&self.jetstream).await {
                        Ok(()) => {}
                        Err(no) if no.is_final => return self.desk.closed(&no.why),
                        Err(no) => return self.desk.refused(task, &no.why),
                    }
                }
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    return self.desk.will_never_take(task, &too_long(&self.client));
                }
                Err(error) if is_final(&error) => {
                    return self.desk.will_never_take(task, &error.to_string());
                }
                Err(error) => return self.desk.refused(task, &error.to_string()),
            }
        }
    }
}

/// A worker's end of the queue, for one hand.
struct NatsSource {
    link: Arc<Link>,
    topic: String,
    /// The consumer of tasks, once it is known to exist.
    inbox: Option<(Subject, Subscriber)>,
    closed: Closed,
}

/// This many sources of tasks under these terms, all over one connection.
///
/// # Errors
///
/// [`CannotConnect`] if the broker does not answer, or refuses.
pub fn sources(
    settings: &NetSettings,
    terms: &Terms,
    count: usize,
) -> Result<Vec<Box<dyn Source>>, CannotConnect> {
    let closed = Closed::default();
    let noted = closed.clone();
    let observe = move |event: &Event| {
        final_refusal(event).into_iter().for_each(|why| noted.note(why));
    };
    let link = Arc::new(Link::connect(settings, observe)?);
    let topic = terms.topic();
    let source = |_| -> Box<dyn Source> {
        let (link, topic, closed) = (Arc::clone(&link), topic.clone(), closed.clone());
        Box::new(NatsSource { link, topic, inbox: None, closed })
    };
    Ok((0..count).map(source).collect())
}

impl NatsSource {
    async fn pull(&mut self) -> Result<Option<Delivery>, Refusal> {
        if let Some(why) = self.closed.why() {
            return Err(Refusal { why, is_final: true });
        }
        let Link { client, jetstream, .. } = &*self.link;
        if client.connection_state() != State::Connected {
            return Err("the broker is out of reach".to_string().into());
        }
        let (inbox, messages) = match &mut self.inbox {
            Some(inbox) => inbox,
            None => {
                make_consumer(jetstream, &self.topic).await?;
                let inbox = Subject::from(client.new_inbox());
                let messages = client.subscribe(inbox.clone()).await;
                let messages = messages.map_err(|error| Refusal::from(error.to_string()))?;
                self.inbox.insert((inbox, messages))
            }
        };
        // A task may have arrived too late for the last request.
        let message = match messages.next().now_or_never() {
            Some(message) => Ok(message),
            None => {
                let place = format!("$JS.API.CONSUMER.MSG.NEXT.{STREAM}.{}", self.topic);
                let wanted = format!("{{\"batch\":1,\"expires\":{}}}", PULL.as_nanos());
                let asked = client.publish_with_reply(place, inbox.clone(), wanted.into()).await;
                asked.map_err(|error| Refusal::from(error.to_string()))?;
                timeout(2 * PULL, messages.next()).await
            }
        };
        let Ok(Some(message)) = message else {
            self.inbox = None;
            return Err("the broker does not answer".to_string().into());
        };
        match message.status {
            None | Some(StatusCode::OK) => {
                Ok(delivery(&jetstream::Message { message, context: jetstream.clone() }))
            }
            Some(StatusCode::TIMEOUT | StatusCode::NOT_FOUND) => Ok(None),
            // The consumer is gone, or the broker was restarted.
            Some(_) => {
                self.inbox = None;
                Ok(None)
            }
        }
    }
}

/// The delivery in a message; `None` if it is not a task.
fn delivery(message: &jetstream::Message) -> Option<Delivery> {
    let times = u64::try_from(message.info().ok()?.delivered).unwrap_or(0);
    let mut names = message.subject.split('.').skip(3);
    let (run, task) = (names.next()?.to_string(), names.next()?.parse().ok()?);
    let parcel = Parcel { task, payload: message.payload.to_vec() };
    let receipt = message.reply.as_ref()?.to_string();
    Some(Delivery { run, parcel, times, receipt })
}

impl Source for NatsSource {
    fn next(&mut self) -> Result<Option<Delivery>, Refusal> {
        let runtime = self.link.runtime.clone();
        runtime.block_on(self.pull())
    }

    fn say(&mut self, run: &str, word: &Word) -> Result<Reply, Unreachable> {
        let client = &self.link.client;
        if self.closed.why().is_some() {
            return Err(Unreachable::Closed);
        }
        if client.connection_state() != State::Connected {
            return Err(Unreachable::CutOff);
        }
        let said = serde_json::to_vec(word).unwrap_or_default();
        let asked = client.request(format!("shans.ask.{run}"), said.into());
        let reply = self.link.runtime.block_on(asked).map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => Unreachable::Nobody,
            RequestErrorKind::MaxPayloadExceeded => Unreachable::TooLong(client.max_payload()),
            _ => Unreachable::CutOff,
        })?;
        serde_json::from_slice(&reply.payload).map_err(|_| Unreachable::Nobody)
    }

    fn greet(&mut self, hello: &Hello) {
        let said = serde_json::to_vec(hello).unwrap_or_default();
        let client = &self.link.client;
        let greeting = client.publish(format!("shans.hello.{}", self.topic), said.into());
        // It is repeated soon.
        if let Err(error) = self.link.runtime.block_on(greeting)
            && error.kind() == SayErrorKind::MaxPayloadExceeded
        {
            let why = too_long(client);
            self.closed.note(format!("the broker will never take a word of this worker: {why}"));
        }
    }

    fn settle(&mut self, delivery: &Delivery, settle: Settle) {
        let word = match settle {
            Settle::Done => "+ACK".to_string(),
            Settle::Again(Duration::ZERO) => "-NAK".to_string(),
            Settle::Again(later) => format!("-NAK {{\"delay\": {}}}", later.as_nanos()),
            Settle::Keep => "+WPI".to_string(),
        };
        let told = self.link.client.publish(delivery.receipt.clone(), word.into());
        // A task that is not settled comes back, and turns out to be done.
        let _ = self.link.runtime.block_on(told);
    }
}
