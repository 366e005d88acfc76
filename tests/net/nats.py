"""As much of the protocol of NATS as a bad worker needs."""

import json
import os
import socket


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.file = self.socket.makefile("rb")
        self.file.readline()  # INFO
        self.send(b'CONNECT {"verbose":false,"headers":true,"no_responders":true,"protocol":1}\r\n')
        self.sids = 0
        self.inbox = f"_INBOX.{os.urandom(8).hex()}"
        # A task that is pulled comes under its own subject: what is for the inbox is known by its number.
        self.own = self.subscribe(self.inbox)

    def send(self, data):
        self.socket.sendall(data)

    def subscribe(self, subject):
        self.sids += 1
        self.send(f"SUB {subject} {self.sids}\r\n".encode())
        return self.sids

    def publish(self, subject, payload, reply=""):
        self.send(f"PUB {subject} {reply} {len(payload)}\r\n".encode() + payload + b"\r\n")

    def next(self):
        """The next message: its subscription, its subject, where to answer, its headers and what it says."""
        while True:
            words = self.file.readline().decode().split()
            if not words:
                raise ConnectionError("the broker has gone")
            if words[0] == "PING":
                self.send(b"PONG\r\n")
            if words[0] in ("MSG", "HMSG"):
                sizes = 2 if words[0] == "HMSG" else 1
                header = int(words[-2]) if sizes == 2 else 0
                body = self.file.read(int(words[-1]) + 2)[:-2]
                reply = words[3] if len(words) == 3 + sizes + 1 else ""
                return int(words[2]), words[1], reply, body[:header], body[header:]

    def request(self, subject, payload):
        self.publish(subject, payload, self.inbox)
        while True:
            message = self.next()
            if message[0] == self.own:
                return message[1:]

    def pull(self, topic):
        """A task: its subject, where to settle it, and what is asked."""
        wanted = json.dumps({"batch": 1, "expires": 1_000_000_000}).encode()
        while True:
            subject, reply, header, body = self.request(
                f"$JS.API.CONSUMER.MSG.NEXT.SHANS_TASKS_1.{topic}", wanted
            )
            if b"503" in header:
                raise ConnectionError("there is no consumer")
            if not header and reply:
                return subject, reply, json.loads(body)
