"""The end of a process: what was recorded still leaves, and nothing of the client keeps the process from ending."""

import os
import socket
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from .support import (
    FAULTS,
    SERVERS,
    SLACK,
    ScriptedGateway,
    answering,
    gateway_client,
    latest,
    needs_gateway,
    run_program,
    storing,
)

RECORD = """from whetstone import Whetstone, learning
client = Whetstone(flush_interval=60)
client.record({'task': 'the last words', 'session_id': 'py-last'})
print('done')
"""

#: Prints how long the process lived on after its last line, in seconds: callbacks run the other way round.
MEASURED = """import atexit, time
def tell(): print(time.monotonic() - ended)
atexit.register(tell)
"""
END = "\nended = time.monotonic()"


@needs_gateway
class InFrontOfAGateway(unittest.TestCase):
    def test_sends_what_was_recorded_a_moment_before(self) -> None:
        ended = run_program(RECORD, SERVERS["gateway"])
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "done\n", ""))
        episode = latest(gateway_client("leaver"), "py-last", "leaver")
        self.assertEqual(episode["task"], "the last words")

    def test_comes_in_time_and_in_silence_in_front_of_every_fault(self) -> None:
        program = MEASURED + RECORD + "client.recall('x')" + END
        with ThreadPoolExecutor(4) as several:
            runs = list(several.map(lambda url: run_program(program, url), FAULTS.values()))
        for name, ended in zip(FAULTS, runs):
            with self.subTest(name):
                done, seconds = ended.stdout.split()
                self.assertEqual((ended.returncode, done), (0, "done"))
                self.assertLess(float(seconds), 2 + SLACK)
                is_refused = "401" in name
                self.assertEqual(ended.stderr.count("\n"), 1 if is_refused else 0, ended.stderr)


class TheEnd(unittest.TestCase):
    def test_waits_for_what_a_slow_gateway_has_not_answered_yet(self) -> None:
        def slow(handler, body) -> None:  # type: ignore[no-untyped-def]
            time.sleep(1)
            storing(handler, body)

        program = """import atexit, time
atexit.register(lambda: print(client.delivered.sent))
from whetstone import Whetstone
client = Whetstone(flush_interval=0)
client.record({'task': 'x'})
time.sleep(0.3)"""
        with ScriptedGateway(slow) as gateway:
            ended = run_program(program, gateway.url)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "1\n", ""))

    def test_comes_after_the_time_of_one_client_where_there_are_six(self) -> None:
        silent = socket.create_server(("127.0.0.1", 0))
        program = f"""{MEASURED}
from whetstone import Whetstone
clients = [Whetstone(flush_interval=0) for _ in range(6)]
for client in clients: client.record({{'task': 'x'}})
time.sleep(0.2)
{END}"""
        ended = run_program(program, f"http://127.0.0.1:{silent.getsockname()[1]}")
        silent.close()
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertLess(float(ended.stdout), 2 + SLACK)

    def test_tells_once_of_a_key_that_the_gateway_refuses(self) -> None:
        program = """from whetstone import Whetstone
for client in (Whetstone(), Whetstone()):
    for _ in range(3): client.recall('x', timeout=10)
    client.record({'task': 'x'})
    client.flush(0.2)"""
        for status in (401, 403):
            with ScriptedGateway(answering(status, {"detail": "no such key"})) as gateway:
                ended = run_program(program, f"{gateway.url}/")
            self.assertEqual((ended.returncode, ended.stdout), (0, ""))
            self.assertEqual(
                ended.stderr,
                f"whetstone: the gateway answered {status}: no such key. Nothing is recalled and records wait: "
                "check WHETSTONE_API_KEY.\n",
            )

    @unittest.skipUnless(hasattr(os, "fork"), "this platform has no fork")
    def test_of_a_forked_child_sends_its_own_records_and_not_those_of_its_parent(self) -> None:
        program = """import os, sys, warnings
warnings.simplefilter('ignore', DeprecationWarning)
from whetstone import Whetstone
client = Whetstone(flush_interval=60, recall_timeout=10)
client.recall('x')
client.record({'task': 'parent'})
child = os.fork()
if child == 0:
    client.record({'task': 'child'})
    sys.exit(0 if client.recall('x').failure is None else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"""
        with ScriptedGateway(storing) as gateway:
            ended = run_program(program, gateway.url)
            records = [one["task"] for body in gateway.bodies if isinstance(body, list) for one in body]
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual(sorted(records), ["child", "parent"])
