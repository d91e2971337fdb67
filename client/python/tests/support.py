"""What the tests stand on: a gateway, everything that may stand in its place, and servers that follow a script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable

from whetstone import Whetstone, WhetstoneError

#: Addresses that the test runner of the project gives: `gateway`, and `faults` by their names.
SERVERS: dict[str, Any] = json.loads(os.environ.get("WHETSTONE_TEST_SERVERS", "{}"))
FAULTS: dict[str, str] = SERVERS.get("faults", {})

needs_gateway = unittest.skipUnless(
    SERVERS, "needs a gateway: run it by npm run test:unit -- client/python"
)

SOURCE = Path(__file__).parent.parent / "src"

#: Time for a busy machine beside what is promised, in seconds.
SLACK = 3.0

EMPTY = {"recall_id": None, "instructions": "", "skills": [], "skill_index": [], "memories": []}


def gateway_client(agent: str, **options: Any) -> Whetstone:
    """A client of the gateway that has time."""
    return Whetstone(SERVERS["gateway"], **{"agent_id": agent, "recall_timeout": 10.0, **options})


def author(agent: str, name: str, description: str, rule: str) -> None:
    """Teaches an agent one rule."""
    skill = {"agent_id": agent, "name": name, "description": description}
    gateway_client(agent).call("authorSkill", body={**skill, "bullets": [{"content": rule}]})


def latest(client: Whetstone, session: str, agent: str) -> Any:
    """The newest episode of a session."""
    return client.call("latestEpisode", query={"session_id": session, "agent_id": agent})


def until(holds: Callable[[], Any], seconds: float = 20.0) -> Any:
    """Waits until something holds, and gives it."""
    deadline = time.monotonic() + seconds
    while True:
        found = holds()
        if found or time.monotonic() > deadline:
            return found
        time.sleep(0.02)


def run_program(program: str, url: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a program that may use the client, with `url` as its gateway."""
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": os.environ.get("HOME", ""),
        "PYTHONPATH": str(SOURCE),
        "WHETSTONE_URL": url,
        "WHETSTONE_AGENT": "leaver",
        **variables,
    }
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


class Told(list[WhetstoneError]):
    """An `on_error` that keeps what it is told."""

    def __call__(self, error: WhetstoneError) -> None:
        self.append(error)

    @property
    def kinds(self) -> list[str]:
        return [error.kind for error in self]


Answer = Callable[[BaseHTTPRequestHandler, Any], None]


def answering(status: int, body: Any, **headers: str) -> Answer:
    """Answers with this."""

    def answer(handler: BaseHTTPRequestHandler, _: Any) -> None:
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(text)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(text)

    return answer


def storing(handler: BaseHTTPRequestHandler, body: Any) -> None:
    """Answers as a gateway without knowledge that takes all records."""
    if isinstance(body, list):
        episodes = [{"episode_id": f"ep_{at}"} for at, _ in enumerate(body)]
        answering(200, {"episodes": episodes})(handler, body)
    else:
        answering(200, {**EMPTY, "recall_id": "rc_1", "profile": None, "holdout": False})(
            handler, body
        )


class ScriptedGateway:
    """A server that first answers as `answers` say, one a request, and then as the last of them."""

    def __init__(self, *answers: Answer) -> None:
        self.bodies: list[Any] = []
        self.times: list[float] = []
        self.connections: set[Any] = set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer.connections.add(self.client_address)
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                at = len(outer.bodies)
                outer.bodies.append(body)
                outer.times.append(time.monotonic())
                answers[min(at, len(answers) - 1)](self, body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> ScriptedGateway:
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()
