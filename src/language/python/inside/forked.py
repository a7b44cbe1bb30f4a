"""Work in forked children: a call that damages its process, or never ends, harms only the child."""

import json
import os
import resource
import select
import signal
import subprocess
import sys
import time

MEGABYTE = 1 << 20
ROOM_MB = 160
MOST_RESTARTS = 12
LOAD_SECONDS = 3.0
MOST_FILE_BYTES = 8 * MEGABYTE


class OutOfTime(BaseException):
    """Raised inside of a call that takes too long."""


class Limits:
    def __init__(self, cpu_seconds, wall_seconds):
        self.cpu_seconds = cpu_seconds
        self.wall_seconds = wall_seconds


def map_forked(prepare, items, limits, until=None, enough=None):
    """The results of `prepare()(item)` for each item, done in children; `{"lost": …}` where a child did not survive it.

    Nothing is given for items that were not begun by `until`, or after an answer that is `enough`.
    """
    work = Work(prepare, items, limits, until, enough)
    for _ in range(MOST_RESTARTS):
        if work.place >= len(items) or (until is not None and time.monotonic() >= until):
            break
        run_child(work)
    return work.answers


class Work:
    def __init__(self, prepare, items, limits, until, enough):
        self.prepare, self.items, self.limits, self.until, self.enough = prepare, items, limits, until, enough
        self.answers = [None] * len(items)
        self.place = 0

    def take(self, answer):
        if self.place < len(self.items):
            self.answers[self.place] = answer
            self.place += 1
            if self.enough is not None and self.enough(answer):
                self.place = len(self.items)

    def wait_seconds(self):
        wait = self.limits.wall_seconds
        return wait if self.until is None else min(wait, self.until - time.monotonic())


def run_child(work):
    """Runs one child until it has answered all or is lost."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        serve(work.prepare, work.items[work.place :], writing, work.limits)
    os.close(writing)
    rest = b""
    try:
        while work.place < len(work.items):
            wait = work.wait_seconds()
            if wait <= 0:
                return
            if not select.select([reading], [], [], wait)[0]:
                if wait == work.limits.wall_seconds:
                    work.take({"lost": "timeout"})
                return
            piece = os.read(reading, 1 << 16)
            if not piece:
                work.take({"lost": "died"})
                return
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                work.take(json.loads(line))
    finally:
        os.close(reading)
        end_child(child)


def end_child(child):
    try:
        os.killpg(child, signal.SIGKILL)
    except OSError:
        pass
    try:
        os.kill(child, signal.SIGKILL)
    except OSError:
        pass
    os.waitpid(child, 0)


def serve(prepare, items, writing, limits):
    """The life of a child: it answers, one line for each item, and ends."""
    try:
        os.setpgid(0, 0)
        silence(keep=writing)
        limit_memory()
        signal.signal(signal.SIGPROF, raise_out_of_time)
        work = with_time(prepare, LOAD_SECONDS)
        for item in items:
            answer = with_time(lambda: work(item), limits.cpu_seconds)
            write_all(writing, json.dumps(answer).encode() + b"\n")
    except BaseException:
        pass
    finally:
        os._exit(0)


def with_time(work, seconds):
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.05)
    try:
        return work()
    except OutOfTime:
        return {"lost": "timeout"}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def raise_out_of_time(_number, _frame):
    raise OutOfTime


def silence(keep):
    """The program's input is empty, and output beside its own streams goes nowhere."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    for descriptor in range(3, 64):
        if descriptor != keep:
            try:
                os.close(descriptor)
            except OSError:
                pass


def limit_memory():
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    for kind, most in ((resource.RLIMIT_AS, used + ROOM_MB * MEGABYTE), (resource.RLIMIT_FSIZE, MOST_FILE_BYTES)):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def write_all(descriptor, content):
    while content:
        content = content[os.write(descriptor, content) :]


def enter(folder):
    """Only when all of ours is imported: a program may be named like a module of the library."""
    os.chdir(folder)
    sys.path.insert(0, folder)


def fresh_pythons(runs, seconds):
    """Runs code of ours in fresh interpreters at the same time, each with its arguments and seed of hashing; gives the
    output of each, or None for one that did not end well."""
    ours = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    until = time.monotonic() + max(0.2, seconds)
    begun = [
        subprocess.Popen(
            [sys.executable, "-s", *arguments],
            cwd=ours,
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": ours},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for arguments, seed in runs
    ]
    return [output_of(each, until - time.monotonic()) for each in begun]


def output_of(process, seconds):
    try:
        printed, _ = process.communicate(timeout=max(0.01, seconds))
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None
    return printed.decode("utf-8", "replace") if process.returncode == 0 else None
