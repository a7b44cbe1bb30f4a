import { lines, type RuleSample } from './sample.fixture.ts'

export const executionSamples: RuleSample[] = [
  {
    rule: 'python/shell-injection',
    dangerous: [
      lines('import os', 'def ping(host):', '    os.system("ping -c 1 " + host)'),
      'os.system("ping -c 1 " + host)',
    ],
    evasion: [
      lines(
        'from subprocess import Popen as start',
        'import functools',
        'go = functools.partial(start, shell=True)',
        'name = input()',
        'text = "cat {}".format(name)',
        'go(text)',
      ),
      'go(text)',
    ],
    harmless: lines(
      'import os, subprocess, shlex',
      'def show(path):',
      '    os.system("ls " + shlex.quote(path))',
      '    subprocess.run(["ls", "-l", path])',
      'os.system("clear")',
    ),
  },
  {
    rule: 'python/chosen-program',
    dangerous: [
      lines('import subprocess', 'subprocess.run([input("program? "), "-v"])'),
      'subprocess.run([input("program? "), "-v"])',
    ],
    evasion: [
      lines('import sys', 'import subprocess as s', 'words = sys.argv[1:]', 's.Popen(words)'),
      's.Popen(words)',
    ],
    harmless: lines('import subprocess, sys', 'subprocess.run([sys.executable, "-m", "pip", "list"], check=True)'),
  },
  {
    rule: 'python/hostile-command',
    dangerous: [lines('import os', 'os.system("rm -rf /")'), 'os.system("rm -rf /")'],
    evasion: [
      lines('import subprocess', 'parts = ["r" + "m", "-rf", "--no-preserve-root", "/"]', 'subprocess.call(parts)'),
      'subprocess.call(parts)',
    ],
    harmless: lines('import os', 'os.system("rm -rf build dist")', 'os.system("git status")'),
  },
  {
    rule: 'python/needless-shell',
    dangerous: [
      lines('import subprocess', 'subprocess.run("ls -l", shell=True)'),
      'subprocess.run("ls -l", shell=True)',
    ],
    evasion: [
      lines('from subprocess import *', 'check_output("ls | wc -l", shell=1)'),
      'check_output("ls | wc -l", shell=1)',
    ],
    harmless: lines('import subprocess', 'subprocess.run(["ls", "-l"], shell=False)'),
  },
  {
    rule: 'python/process-start',
    dangerous: [lines('import subprocess', 'subprocess.run(["ls"])'), 'subprocess.run(["ls"])'],
    evasion: [
      lines('import importlib', 'module = importlib.import_module("sub" + "process")', 'module.run(["ls"])'),
      'module.run(["ls"])',
    ],
    harmless: lines('class Runner:', '    def run(self, words):', '        return words', 'Runner().run(["ls"])'),
  },
  {
    rule: 'python/eval',
    dangerous: [lines('answer = eval(input("sum: "))'), 'eval(input("sum: "))'],
    evasion: [
      lines('import builtins as b', 'def calculate(text):', '    f = b.__dict__["ev" + "al"]', '    return f(text)'),
      'f(text)',
    ],
    harmless: lines(
      'import ast, re',
      'def calculate(text):',
      '    pattern = re.compile("[0-9]+")',
      '    return ast.literal_eval(text), pattern.match(text)',
    ),
  },
  {
    rule: 'python/template-injection',
    dangerous: [
      lines(
        'from flask import request, render_template_string',
        'def page():',
        '    return render_template_string("Hello " + request.args["name"])',
      ),
      'render_template_string("Hello " + request.args["name"])',
    ],
    evasion: [
      lines(
        'import jinja2 as j',
        'def show(body):',
        '    T = getattr(j, "Template")',
        '    return T(f"<p>{body}</p>").render()',
      ),
      'T(f"<p>{body}</p>")',
    ],
    harmless: lines(
      'from jinja2 import Template',
      'def show(name):',
      '    return Template("Hello {{ name }}").render(name=name)',
    ),
  },
  {
    rule: 'python/chosen-module',
    dangerous: [
      lines('from flask import request', 'def load():', '    return __import__(request.args["module"])'),
      '__import__(request.args["module"])',
    ],
    evasion: [
      lines(
        'from importlib import import_module as load',
        'from flask import request',
        'def view():',
        '    name = "plugins.%s" % request.form["p"]',
        '    load(name)',
      ),
      'load(name)',
    ],
    harmless: lines('import importlib', 'json = importlib.import_module("json")'),
  },
  {
    rule: 'python/native-code',
    dangerous: [
      lines(
        'import ctypes',
        'def inject(code):',
        '    address = ctypes.windll.kernel32.VirtualAlloc(0, len(code), 0x3000, 0x40)',
        '    return address',
      ),
      'ctypes.windll.kernel32.VirtualAlloc(0, len(code), 0x3000, 0x40)',
    ],
    evasion: [lines('import ctypes as c, sys', 'load = c.CDLL', 'load(sys.argv[1])'), 'load(sys.argv[1])'],
    harmless: lines('import ctypes', 'print(ctypes.sizeof(ctypes.c_int))'),
  },
  {
    rule: 'python/sandbox-escape',
    dangerous: [
      lines('found = ().__class__.__bases__[0].__subclasses__()'),
      '().__class__.__bases__[0].__subclasses__()',
    ],
    evasion: [lines('base = "".__class__.__mro__[-1]', 'all_of_them = base.__subclasses__()'), 'base.__subclasses__()'],
    harmless: lines('class Shape:', '    pass', 'print([kind.__name__ for kind in Shape.__subclasses__()])'),
  },
  {
    rule: 'python/cross-site-scripting',
    dangerous: [
      lines(
        'from flask import Flask, request',
        'app = Flask(__name__)',
        '@app.route("/hello")',
        'def hello():',
        '    return "<h1>Hello " + request.args.get("name") + "</h1>"',
      ),
      'return "<h1>Hello " + request.args.get("name") + "</h1>"',
    ],
    evasion: [
      lines(
        'from flask import Flask, make_response as answer, request as r',
        'app = Flask(__name__)',
        '@app.route("/")',
        'def hello():',
        '    text = f"<b>{r.args[\'q\']}</b>"',
        '    return answer(text)',
      ),
      'answer(text)',
    ],
    harmless: lines(
      'from flask import Flask, request, jsonify',
      'from markupsafe import escape',
      'app = Flask(__name__)',
      '@app.route("/hello")',
      'def hello():',
      '    return "<h1>Hello " + str(escape(request.args.get("name"))) + "</h1>"',
    ),
  },
  {
    rule: 'python/debug-server',
    dangerous: [
      lines('from flask import Flask', 'app = Flask(__name__)', 'app.run(host="0.0.0.0", debug=True)'),
      'app.run(host="0.0.0.0", debug=True)',
    ],
    evasion: [
      lines('import flask', 'options = {"debug": True}', 'flask.Flask("x").run(**options)'),
      'flask.Flask("x").run(**options)',
    ],
    harmless: lines('from flask import Flask', 'app = Flask(__name__)', 'app.run(debug=False)'),
  },
  {
    rule: 'python/no-autoescape',
    dangerous: [lines('import jinja2', 'environment = jinja2.Environment()'), 'jinja2.Environment()'],
    evasion: [lines('from jinja2 import Environment as E', 'E(autoescape=0)'), 'E(autoescape=0)'],
    harmless: lines('import jinja2', 'environment = jinja2.Environment(autoescape=jinja2.select_autoescape())'),
  },
]
