"""The page in eight tabs of one browser, which has six connections to one program: all show it, and none is left without an answer.

Usage: tabs.py PROGRAM CHROMIUM
"""

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

TABS = 8
PATIENCE = 60


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Browser:
    """Chromium, asked over its port for debugging: tabs in front of others hide them, unlike those of a driver."""

    def __init__(self, chromium, folder):
        self.address = f"http://127.0.0.1:{free_port()}/json"
        port = self.address.split(":")[2].split("/")[0]
        words = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", f"--remote-debugging-port={port}"]
        words += [f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self.tabs() and None
            except OSError:
                assert time.monotonic() < until, "the browser does not start"
                time.sleep(0.2)

    def ask(self, path="", method="GET"):
        request = urllib.request.Request(self.address + path, method=method)
        return urllib.request.urlopen(request, timeout=30).read()

    def open(self, url):
        self.ask(f"/new?{url}", "PUT")

    def tabs(self):
        return json.loads(self.ask())


def main():
    program, chromium = sys.argv[1:3]
    words = [program, "explore", "startpos", "--no-open", "--nodes", "20k", "--threads", "1"]
    explorer = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    url = explorer.stdout.readline().strip()
    token = re.search(r"/(\w+)/$", url).group(1)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(chromium, folder)
        try:
            for number in range(1, TABS + 1):
                browser.open(url)
                until = time.monotonic() + PATIENCE
                while True:
                    titles = [tab["title"] for tab in browser.tabs() if token in tab["url"]]
                    # Before it has been loaded, its title is the address.
                    if sum("shans" in title and token not in title for title in titles) == number:
                        break
                    assert time.monotonic() < until, f"tab {number} stays empty: {titles}"
                    time.sleep(0.2)
                # It listens now, if it does not hide.
                time.sleep(1)
            print(f"{TABS} tabs show the page")
        finally:
            browser.process.terminate()
            browser.process.wait()
    explorer.terminate()
    assert explorer.wait(timeout=60) == 0


if __name__ == "__main__":
    main()
