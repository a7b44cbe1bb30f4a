import { lines, type RuleSample } from './sample.fixture.ts'

export const fileSamples: RuleSample[] = [
  {
    rule: 'python/path-traversal',
    dangerous: [
      lines(
        'from flask import request, send_file',
        'def download():',
        '    return send_file("files/" + request.args["name"])',
      ),
      'send_file("files/" + request.args["name"])',
    ],
    evasion: [
      lines(
        'import os',
        'BASE = "/srv/uploads"',
        'def read(filename):',
        '    path = os.path.join(BASE, filename)',
        '    with open(path) as f:',
        '        return f.read()',
      ),
      'open(path)',
    ],
    harmless: lines(
      'import os',
      'BASE = "/srv/uploads"',
      'def read(filename):',
      '    path = os.path.realpath(os.path.join(BASE, filename))',
      '    if not path.startswith(BASE):',
      '        raise ValueError(filename)',
      '    with open(path) as f:',
      '        return f.read()',
    ),
  },
  {
    rule: 'python/unpack-anywhere',
    dangerous: [
      lines(
        'import tarfile',
        'def unpack(path):',
        '    with tarfile.open(path) as archive:',
        '        archive.extractall("/srv")',
      ),
      'archive.extractall("/srv")',
    ],
    evasion: [
      lines('import tarfile as t', 'def unpack(path):', '    take = t.open(path).extractall', '    take("out")'),
      'take("out")',
    ],
    harmless: lines(
      'import tarfile',
      'def unpack(path):',
      '    with tarfile.open(path) as archive:',
      '        archive.extractall("out", filter="data")',
    ),
  },
  {
    rule: 'python/mass-deletion',
    dangerous: [lines('import shutil', 'shutil.rmtree("/home")'), 'shutil.rmtree("/home")'],
    evasion: [
      lines(
        'from shutil import rmtree as tidy',
        'from pathlib import Path',
        'target = Path.home()',
        'tidy(target, ignore_errors=True)',
      ),
      'tidy(target, ignore_errors=True)',
    ],
    harmless: lines(
      'import shutil, tempfile',
      'folder = tempfile.mkdtemp()',
      'shutil.rmtree(folder)',
      'shutil.rmtree("build", ignore_errors=True)',
    ),
  },
  {
    rule: 'python/loose-permissions',
    dangerous: [lines('import os', 'os.chmod("run.sh", 0o4755)'), 'os.chmod("run.sh", 0o4755)'],
    evasion: [lines('import os as o', 'mode = 0o755 | 0o022', 'o.chmod("data", mode)'), 'o.chmod("data", mode)'],
    harmless: lines('import os', 'os.chmod("run.sh", 0o755)', 'os.chmod("key", 0o600)'),
  },
  {
    rule: 'python/temporary-name',
    dangerous: [lines('import tempfile', 'name = tempfile.mktemp()'), 'tempfile.mktemp()'],
    evasion: [lines('from tempfile import mktemp as fresh', 'fresh(suffix=".txt")'), 'fresh(suffix=".txt")'],
    harmless: lines('import tempfile', 'handle, name = tempfile.mkstemp()'),
  },
  {
    rule: 'python/device-write',
    dangerous: [lines('with open("/dev/sda", "wb") as disk:', '    disk.write(bytes(512))'), 'open("/dev/sda", "wb")'],
    evasion: [
      lines('import pathlib', 'where = pathlib.Path("/dev") / ("sd" + "b")', 'open(where, mode="r+b")'),
      'open(where, mode="r+b")',
    ],
    harmless: lines(
      'with open("/dev/null", "w") as nowhere:',
      '    nowhere.write("x")',
      'open("/dev/urandom", "rb").read(8)',
    ),
  },
  {
    rule: 'python/sensitive-file',
    dangerous: [lines('print(open("/etc/shadow").read())'), '"/etc/shadow"'],
    evasion: [
      lines(
        'import os',
        'path = os.path.join(os.environ["HOME"], ".ssh", "id_" + "rsa")',
        'with open(path) as f:',
        '    print(f.read())',
      ),
      'open(path)',
    ],
    harmless: lines('print("Keys are kept in ~/.ssh/id_rsa on your machine.")', 'open("/etc/hostname").read()'),
  },
  {
    rule: 'python/persistence',
    dangerous: [
      lines('import os', 'with open(os.path.expanduser("~/.bashrc"), "a") as f:', '    f.write("python3 /tmp/x.py &")'),
      'open(os.path.expanduser("~/.bashrc"), "a")',
    ],
    evasion: [
      lines(
        'from pathlib import Path',
        'unit = Path("/etc") / "systemd" / "system" / "x.service"',
        'unit.write_text("[Service]")',
      ),
      'unit.write_text("[Service]")',
    ],
    harmless: lines(
      'import os',
      'text = open(os.path.expanduser("~/.bashrc")).read()',
      'open("profile.txt", "w").write(text)',
    ),
  },
  {
    rule: 'python/system-file-write',
    dangerous: [
      lines('with open("/etc/hosts", "a") as f:', '    f.write("6.6.6.6 bank.example")'),
      'open("/etc/hosts", "a")',
    ],
    evasion: [
      lines('import shutil as s', 'target = "/etc/" + "sudoers.d/x"', 's.copyfile("x", target)'),
      's.copyfile("x", target)',
    ],
    harmless: lines('print(open("/etc/hosts").read())', 'open("hosts", "w").write("")'),
  },
  {
    rule: 'python/log-injection',
    dangerous: [
      lines(
        'import logging',
        'from flask import request',
        'def view():',
        '    logging.info("user " + request.args["user"])',
      ),
      'logging.info("user " + request.args["user"])',
    ],
    evasion: [
      lines(
        'import logging as l',
        'from flask import request',
        'log = l.getLogger(__name__)',
        'def view():',
        '    log.warning("user %s", request.args["user"])',
      ),
      'log.warning("user %s", request.args["user"])',
    ],
    harmless: lines('import logging', 'def view(user):', '    logging.info("started")'),
  },
  {
    rule: 'python/ransomware',
    dangerous: [
      lines(
        'import os',
        'from cryptography.fernet import Fernet',
        'key = Fernet(Fernet.generate_key())',
        'for folder, _, names in os.walk("/home"):',
        '    for name in names:',
        '        path = os.path.join(folder, name)',
        '        data = open(path, "rb").read()',
        '        open(path, "wb").write(key.encrypt(data))',
        '        os.rename(path, path + ".locked")',
      ),
      'key.encrypt(data)',
    ],
    evasion: [
      lines(
        'import glob, os',
        'from Crypto.Cipher import AES',
        'def lock(path, box):',
        '    with open(path, "rb") as f:',
        '        content = f.read()',
        '    hidden = box.encrypt(content)',
        '    with open(path + ".x", "wb") as f:',
        '        f.write(hidden)',
        '    os.remove(path)',
        'def main(box):',
        '    for path in glob.glob("**", recursive=True):',
        '        lock(path, box)',
      ),
      'box.encrypt(content)',
    ],
    harmless: lines(
      'from cryptography.fernet import Fernet',
      'def seal(key, message):',
      '    return Fernet(key).encrypt(message)',
      'with open("note.txt", "rb") as f:',
      '    print(seal(Fernet.generate_key(), f.read()))',
    ),
  },
]
