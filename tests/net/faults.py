#!/usr/bin/env python3
"""A real broker, real workers, and what goes wrong with them. Usage: faults.py SHANS short|full [PART...].

The parts are named at the end; if none is, it is all but `cut`, and with `short` all but the longest. `cut` has the
faults of the network itself: it takes a network namespace of its own, with nothing but the loopback.

Each kind of fault is tried once, to see that a real broker and the client of it are as `src/app/net/simulation` has
them. Whether a search survives any of them at any moment, and several at a time, is tested there, by seed."""

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nats import Client

SHANS = os.path.abspath(sys.argv[1])
IS_FULL = sys.argv[2] == "full"
STARTED = []


def hangs(*_):
    raise AssertionError("the script waits for something that does not come")


def end_all():
    """Nothing that was started keeps running."""
    for process in STARTED:
        if process.poll() is None:
            process.kill()


signal.signal(signal.SIGALRM, hangs)
signal.alarm(1200 if IS_FULL else 600)
atexit.register(end_all)
FEN = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
# Long enough to be hit in the middle.
NODES = 400_000
# No search may take longer: a lease of 20 s, twice, and the work itself.
PATIENCE = 120
# Workers drop a task that nobody asks for the fourth time they get it, after 5 s each, or after a lease of 20 s where
# what they told the broker was lost.
GONE = 100
FOLDER = Path(tempfile.mkdtemp(prefix="shans-net-"))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Broker:
    """nats-server, at one address however often it dies."""

    def __init__(self, config="", scheme="nats"):
        self.port = free_port()
        self.config = FOLDER / f"{self.port}.conf"
        self.config.write_text(
            f'listen: "127.0.0.1:{self.port}"\nlogfile: "{FOLDER}/{self.port}.log"\n'
            + (config or f'jetstream {{ store_dir: "{FOLDER}/{self.port}" }}\n')
        )
        self.url = f"{scheme}://127.0.0.1:{self.port}"
        self.start()

    def lose_disk(self):
        """Whatever it has kept there is gone."""
        shutil.rmtree(FOLDER / str(self.port), ignore_errors=True)

    def start(self):
        self.process = subprocess.Popen(["nats-server", "-c", self.config], stderr=subprocess.DEVNULL)
        STARTED.append(self.process)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the broker does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def tasks(self):
        """How many it holds; none before it is asked to hold any."""
        info = json.loads(Client(self.port).request("$JS.API.STREAM.INFO.SHANS_TASKS_1", b"")[3])
        return info.get("state", {}).get("messages", 0)

    def is_empty(self, what, seconds):
        """No search that has ended leaves tasks behind for longer."""
        end = time.monotonic() + seconds
        while left := self.tasks():
            assert time.monotonic() < end, f"{what}: {left} tasks stay with the broker"
            time.sleep(0.1)


def start(*words, **options):
    words = [SHANS, *map(str, words)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, **options)
    STARTED.append(process)
    return process


class Workers:
    """This many worker processes, which can be replaced."""

    def __init__(self, broker, count, *options):
        self.words = ["remote", "worker", broker.url, *options]
        self.all = [self.one() for _ in range(count)]

    def one(self):
        # What they say does not fill a pipe.
        process = start(*self.words)
        assert process.stdout.readline().endswith(f"{self.words[2]}\n"), process.stderr.read()
        return process

    def replace(self, index):
        self.all[index].kill()
        self.all[index].communicate()
        self.all[index] = self.one()

    def pause(self):
        """What they have asked for runs out meanwhile: the next task goes to somebody else."""
        for process in self.all:
            process.send_signal(signal.SIGSTOP)
        time.sleep(3)

    def go_on(self):
        for process in self.all:
            process.send_signal(signal.SIGCONT)

    def end(self):
        for process in self.all:
            process.send_signal(signal.SIGINT)
        for process in self.all:
            process.communicate(timeout=30)
            assert process.returncode == 0, process.returncode


def analyze(tree, *options, nodes=NODES):
    """The words of a search that makes the same tree for any workers."""
    return ["analyze", FEN, "--nodes", nodes, "--reproducible", "--quiet", "--memory", "64m"] + [
        "--save", FOLDER / tree, "--force", *options
    ]


def finish(process, what):
    try:
        out, told = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"{what}: it hangs: {process.communicate()}") from None
    assert process.returncode == 0, f"{what}: {process.returncode} {out} {told}"
    return told


def is_expected(tree, what):
    assert (FOLDER / tree).read_bytes() == EXPECTED, f"{what}: the tree is another one"


def shown(what, begun, told=""):
    lines = sorted(set(line.split(";")[0][:90] for line in told.splitlines()))
    print(f"{what}: {time.monotonic() - begun:.1f} s" + "".join(f"\n    {line}" for line in lines[:4]))


def same_tree():
    broker = Broker()
    for count in (1, 2, 4):
        begun = time.monotonic()
        workers = Workers(broker, count)
        finish(start(*analyze("net.tree", "--remote", broker.url)), f"{count} workers")
        is_expected("net.tree", f"{count} workers")
        broker.is_empty(f"{count} workers", GONE)
        workers.end()
        shown(f"the same tree with {count} workers", begun)
    broker.kill()


def struck(what, broker, strike, *tells):
    """Searches, and strikes as soon as the broker has had tasks for a while. The search tells of it in these words."""
    begun = time.monotonic()
    workers = Workers(broker, 2)
    search = start(*analyze("net.tree", "--remote", broker.url))
    while not broker.tasks():
        time.sleep(0.02)
    time.sleep(0.5)
    assert search.poll() is None, f"{what}: the search had ended before"
    strike(workers)
    told = finish(search, what)
    is_expected("net.tree", what)
    for words in tells:
        assert words in told, f"{what}: it does not tell {words!r}: {told}"
    shown(what, begun, told)
    workers.end()
    broker.kill()


def worker_dies():
    struck("kill -9 of a worker", Broker(), lambda workers: workers.replace(0))


def broker_dies():
    """With tasks that nobody but the broker has, and with its disk."""
    broker = Broker()

    def strike(workers):
        workers.pause()
        assert broker.tasks()
        broker.kill()
        broker.lose_disk()
        time.sleep(1)
        broker.start()
        workers.go_on()

    tells = ["is out of reach", "the broker is there again"]
    struck("kill -9 of the broker, whose disk is lost", broker, strike, *tells)


def broker_is_out_of_reach(seconds):
    """Connections stay, and nothing comes through."""
    broker = Broker()

    def strike(_):
        broker.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        broker.process.send_signal(signal.SIGCONT)

    struck(f"a broker that is out of reach for {seconds} s", broker, strike)


def network_is_cut(seconds):
    """No packet comes through, and no new connection either."""

    def strike(_):
        subprocess.run(["ip", "link", "set", "lo", "down"], check=True)
        time.sleep(seconds)
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)

    struck(f"a network that is cut for {seconds} s", Broker(), strike)


def search_dies():
    broker = Broker()
    workers = Workers(broker, 2)
    begun = time.monotonic()
    search = start(*analyze("dead.tree", "--remote", broker.url, "--checkpoint", "1s", nodes=10**9))
    while not (FOLDER / "dead.tree").exists():
        time.sleep(0.05)
    search.kill()
    search.communicate()
    words = ["resume", FOLDER / "dead.tree", "--nodes", 50_000, "--quiet", "--remote", broker.url]
    told = finish(start(*words), "resume")
    finish(start("verify", FOLDER / "dead.tree"), "verify")
    shown("kill -9 of the search", begun, told)
    broker.is_empty("kill -9 of the search", GONE)
    workers.end()
    broker.kill()


LIES = {
    "value": lambda line: line["answer"].update(value=1e9),
    "line": lambda line: line["answer"].update(line=[7, 7]),
    "work": lambda line: line["answer"].update(nodes=10**12),
    "another worker's task": lambda line: line["task"].update(grant=line["task"]["grant"] + 1),
    "engine": lambda line: line["terms"].update(engine="Liar 1"),
    "no move": lambda line: line["answer"].update(line=[]),
}

# A move of the position, as tasks and answers write it.
A2A3 = 8 | 16 << 6


class FakeWorker:
    """Takes a task, and can say anything about it."""

    def __init__(self, client, topic, name):
        self.client, self.name = client, name
        subject, self.receipt, self.asked = client.pull(topic)
        self.run, self.task = subject.split(".")[3:]

    def say(self, news, hand=0):
        word = {"hand": f"{self.name}/{hand}", "hands": 2, "task": int(self.task), "news": news}
        return json.loads(self.client.request(f"shans.ask.{self.run}", json.dumps(word).encode())[3])

    def settle(self, how):
        self.client.publish(self.receipt, how)


def answers(line):
    return {"Answers": {"line": line, "micros": 1}}


def worker_and_topic(broker, client):
    """A worker, which makes the consumer, and the topic of its tasks."""
    client.subscribe("shans.hello.*")
    workers = Workers(broker, 1)
    while not (subject := client.next()[1]).startswith("shans.hello."):
        pass
    time.sleep(1)
    return workers, subject.split(".")[2]


def lie(client, topic, name, change):
    """Takes a task and answers nonsense; returns the reply."""
    fake = FakeWorker(client, topic, name)
    assert fake.say("Begins") == "Go"
    asked = fake.asked
    assert asked["task"]["moves"] == asked["task"]["left_out"] == [], asked
    answer = {"ticket": asked["task"]["ticket"], "is_finished": True, "value": 0.0, "line": [A2A3], "depth": 1}
    answer |= {"nodes": 1, "evals": 1, "table_hits": 0}
    line = {"terms": asked["terms"], "asked": asked["asked"], "task": asked["task"], "answer": answer}
    change(line)
    reply = fake.say(answers(line))
    # Whoever lies is not heard again.
    assert fake.say("Begins") == reply, (name, reply)
    fake.settle(b"-NAK")
    return reply


def liars_are_sent_away():
    broker = Broker()
    begun = time.monotonic()
    client = Client(broker.port)
    workers, topic = worker_and_topic(broker, client)
    # The first question is the only one at first, and three failures would put it aside.
    for pair in zip(*[iter(enumerate(LIES.items()))] * 2):
        workers.pause()
        search = start(*analyze("net.tree", "--remote", broker.url))
        for number, (what, change) in pair:
            reply = lie(client, topic, f"liar-{number}", change)
            assert isinstance(reply, dict) and "Leave" in reply, (what, reply)
        client.publish("shans.hello.x", b"nonsense")
        workers.go_on()
        told = finish(search, "liars")
        is_expected("net.tree", "liars")
        for number, _ in pair:
            assert f"liar-{number} is sent away" in told, told
    shown("six workers that lie", begun, told)
    workers.end()
    broker.kill()


def search_ends_early():
    """The next worker drops what it has left with the broker."""
    broker = Broker()
    begun = time.monotonic()
    search = start("analyze", FEN, "--time", "1s", "--quiet", "--remote", broker.url)
    while not broker.tasks():
        time.sleep(0.02)
    search.communicate(timeout=30)
    assert search.returncode == 0, search.returncode
    assert broker.tasks(), "there is nothing left to be dropped"
    workers = Workers(broker, 1)
    broker.is_empty("a search that ends early", GONE)
    shown("a search that ends early", begun)
    workers.end()
    broker.kill()


def broker_is_full():
    broker = Broker("jetstream { max_mem: 2KB, store_dir: \"%s/full\" }\n" % FOLDER)
    begun = time.monotonic()
    workers = Workers(broker, 4, "--threads", 2)
    told = finish(start(*analyze("net.tree", "--remote", broker.url)), "a full broker")
    assert "the broker refuses tasks" in told, told
    is_expected("net.tree", "a full broker")
    shown("a broker that is full", begun, told)
    workers.end()
    broker.kill()


def never(what, broker, told_by_search, told_by_worker=None, strike=None, options=()):
    """What the broker will never do is told once, and nobody waits for it."""
    begun = time.monotonic()
    worker = start("remote", "worker", broker.url, *options)
    search = start("analyze", FEN, "--nodes", 10**9, "--remote", broker.url, *options)
    if strike:
        while search.poll() is None and not broker.tasks():
            time.sleep(0.02)
        strike()
    out, told = search.communicate(timeout=60)
    assert search.returncode == 1, f"{what}: {search.returncode} {out} {told}"
    assert told.count(told_by_search) == 1, f"{what}: {told}"
    if told_by_worker:
        out, told = worker.communicate(timeout=60)
        assert worker.returncode == 1 and told_by_worker in told, f"{what}: {worker.returncode} {told}"
    else:
        worker.kill()
        worker.communicate()
    shown(what, begun, told)
    broker.kill()


def broker_never_takes_a_task():
    """One that takes no message of that length, and one that lets this login send none."""
    for limit, told in ((300, "300 bytes at most (max_payload)"), (500, "task 1 is put aside")):
        config = f"jetstream {{ max_mem: 1M, max_file: 1M, store_dir: \"{FOLDER}/small{limit}\" }}\nmax_payload: {limit}\n"
        # Where the broker takes less, it does not even hear what a worker wants.
        worker = "max payload size exceeded" if limit == 300 else None
        never(f"a broker of {limit} bytes", Broker(config), told, worker)
    (FOLDER / "bound").write_text("me\nsecret\n")
    config = """jetstream { store_dir: "%s/bound-store" }
authorization { users: [ { user: me, password: secret, permissions: { publish: { deny: "shans.task.>" } } } ] }
""" % FOLDER
    options = ["--nats-credentials", FOLDER / "bound"]
    never("a login that may send no tasks", Broker(config), "the broker forbids this login", options=options)


def login_is_withdrawn():
    (FOLDER / "user").write_text("me\nsecret\n")
    config = 'jetstream { store_dir: "%s/user" }\nauthorization { user: me, password: %s }\n'
    broker = Broker(config % (FOLDER / "again", "secret"))

    def withdraw():
        broker.kill()
        listen = broker.config.read_text().splitlines()[:2]
        broker.config.write_text("\n".join(listen) + "\n" + config % (FOLDER / "again", "another"))
        broker.start()

    def strike():
        time.sleep(2)
        withdraw()

    broker.tasks = lambda: 1
    refused = "the broker refuses the login"
    never("a login that is withdrawn", broker, refused, refused, strike, ["--nats-credentials", FOLDER / "user"])


def logins():
    begun = time.monotonic()
    (FOLDER / "good").write_text("me\nsecret\n")
    (FOLDER / "bad").write_text("me\nanother\n")
    broker = Broker('jetstream { store_dir: "%s/login" }\nauthorization { user: me, password: secret }\n' % FOLDER)
    for options in ([], ["--nats-credentials", FOLDER / "bad"]):
        for words in (["remote", "worker", broker.url, *options], analyze("x.tree", "--remote", broker.url, *options)):
            process = start(*words)
            out, told = process.communicate(timeout=30)
            assert process.returncode == 1 and "the broker refuses the login" in told, (out, told)
            assert "another" not in out + told
    good = ["--nats-credentials", FOLDER / "good"]
    workers = Workers(broker, 1, *good)
    told = finish(start(*analyze("net.tree", "--remote", broker.url, *good, nodes=20_000)), "a login")
    assert "secret" not in told
    workers.end()
    broker.kill()
    shown("logins that are refused, and one that is not", begun)


def encrypted():
    begun = time.monotonic()
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"]
    words += ["-keyout", FOLDER / "key.pem", "-out", FOLDER / "cert.pem"]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except FileNotFoundError:
        return print("SKIPPED: TLS (there is no openssl)")
    tls = 'tls { cert_file: "%s/cert.pem", key_file: "%s/key.pem" }\n' % (FOLDER, FOLDER)
    broker = Broker('jetstream { store_dir: "%s/tls" }\n' % FOLDER + tls, "tls")
    process = start("remote", "worker", broker.url)
    out, told = process.communicate(timeout=30)
    assert process.returncode == 1 and "its certificate is not trusted" in told, (out, told)
    known = ["--nats-ca", FOLDER / "cert.pem"]
    workers = Workers(broker, 1, *known)
    finish(start(*analyze("net.tree", "--remote", broker.url, *known, nodes=20_000)), "TLS")
    workers.end()
    broker.kill()
    shown("TLS", begun)


BEGUN = time.monotonic()
finish(start(*analyze("local.tree")), "this machine alone")
EXPECTED = (FOLDER / "local.tree").read_bytes()
shown(f"this machine alone, {len(EXPECTED)} bytes of tree; files in {FOLDER}", BEGUN)
PARTS = {
    "same": same_tree,
    "logins": logins,
    "encrypted": encrypted,
    "liars": liars_are_sent_away,
    "early": search_ends_early,
    "full": broker_is_full,
    "never": broker_never_takes_a_task,
    "withdrawn": login_is_withdrawn,
    "broker": broker_dies,
    "search": search_dies,
    "worker": worker_dies,
    "reach": lambda: broker_is_out_of_reach(60 if IS_FULL else 1),
    "cut": lambda: network_is_cut(60 if IS_FULL else 1),
}
# It takes half a minute and more.
LONG = "full"
USUAL = [part for part in PARTS if part != "cut" and (IS_FULL or part != LONG)]
for part in sys.argv[3:] or USUAL:
    PARTS[part]()
print("all faults were survived")
