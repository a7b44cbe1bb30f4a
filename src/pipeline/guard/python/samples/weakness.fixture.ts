import { lines, type RuleSample } from './sample.fixture.ts'

/** More samples for rules about settings and secrets. */
export const weaknessSamples: RuleSample[] = [
  {
    rule: 'python/pickled-call',
    dangerous: [
      lines('import os', 'class Gift:', '    def __reduce__(self):', '        return os.system, ("id",)'),
      'return os.system, ("id",)',
    ],
    evasion: [
      lines(
        'import builtins as b',
        'class Gift:',
        '    def __reduce_ex__(self, protocol):',
        '        return (getattr(b, "ev" + "al"), ("1 + 1",))',
      ),
      'return (getattr(b, "ev" + "al"), ("1 + 1",))',
    ],
    harmless: lines('class Point:', '    def __reduce__(self):', '        return Point, (self.x, self.y)'),
  },
  {
    rule: 'python/empty-password',
    dangerous: [
      lines('import MySQLdb', 'db = MySQLdb.connect(host="db.example.org", user="root", passwd="")'),
      'MySQLdb.connect(host="db.example.org", user="root", passwd="")',
    ],
    evasion: [
      lines(
        'DATABASES = {',
        '    "default": {"ENGINE": "django.db.backends.postgresql", "USER": "app", "PASSWORD": ""}',
        '}',
      ),
      'DATABASES = {\n    "default": {"ENGINE": "django.db.backends.postgresql", "USER": "app", "PASSWORD": ""}\n}',
    ],
    harmless: lines(
      'import os, psycopg2',
      'db = psycopg2.connect(host="db.example.org", user="app", password=os.environ["DB_PASSWORD"])',
      'DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}',
    ),
  },
  {
    rule: 'python/password-compared',
    dangerous: [
      lines(
        'from flask import request',
        'def login():',
        '    return request.form["name"] == "admin" and request.form["password"] == "winter2024"',
      ),
      'request.form["password"] == "winter2024"',
    ],
    evasion: [
      lines('def login(form):', '    if "winter2024" != form.user_password.strip():', '        raise ValueError()'),
      '"winter2024" != form.user_password.strip()',
    ],
    harmless: lines(
      'password = input("New password, or quit: ")',
      'if password == "quit" or password == "":',
      '    raise SystemExit()',
      'password_kind = "long"',
      'if password_kind == "short":',
      '    print("short")',
    ),
  },
  {
    rule: 'python/guessable-token',
    dangerous: [
      lines('import random', 'def getSessionID():', '    return random.randint(0, 2 ** 32)'),
      'return random.randint(0, 2 ** 32)',
    ],
    evasion: [
      lines(
        'from random import SystemRandom, choices as pick',
        'def generate_password(length):',
        '    return "".join(pick("abcdef", k=length))',
      ),
      'return "".join(pick("abcdef", k=length))',
    ],
    harmless: lines(
      'import random, secrets',
      'def rollDice():',
      '    return random.randint(1, 6)',
      'def generate_password(length):',
      '    return "".join(secrets.choice("abcdef") for _ in range(length))',
    ),
  },
  {
    rule: 'python/constant-key',
    dangerous: [
      lines(
        'import hashlib',
        'def stored(word):',
        '    return hashlib.pbkdf2_hmac("sha256", word, b"a1b2c3d4", 600000)',
      ),
      'hashlib.pbkdf2_hmac("sha256", word, b"a1b2c3d4", 600000)',
    ],
    evasion: [
      lines(
        'from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC as K',
        'fixed = b"a1" * 8',
        'K(algorithm=hash, length=32, salt=fixed, iterations=600000)',
      ),
      'K(algorithm=hash, length=32, salt=fixed, iterations=600000)',
    ],
    harmless: lines(
      'import bcrypt, hashlib, os',
      'def stored(word):',
      '    return hashlib.pbkdf2_hmac("sha256", word, os.urandom(16), 600000), bcrypt.hashpw(word, bcrypt.gensalt())',
    ),
  },
  {
    rule: 'python/unverified-token',
    dangerous: [
      lines('import python_jwt as jwt', 'def read(token):', '    return jwt.process_jwt(token)'),
      'jwt.process_jwt(token)',
    ],
    evasion: [
      lines('from jose import jwt as j', 'def read(token):', '    return j.get_unverified_claims(token)["user"]'),
      'j.get_unverified_claims(token)',
    ],
    harmless: lines(
      'import python_jwt as jwt',
      'def read(token, key):',
      '    head, claims = jwt.process_jwt(token)',
      '    return jwt.verify_jwt(token, key, ["RS256"])',
    ),
  },
  {
    rule: 'python/weak-hash',
    dangerous: [
      lines(
        'import hashlib',
        'def same(certificate, known):',
        '    return hashlib.md5(certificate).hexdigest() == known',
      ),
      'hashlib.md5(certificate)',
    ],
    evasion: [
      lines('from hashlib import sha256 as h', 'def store(user):', '    return h(user.password.encode()).hexdigest()'),
      'h(user.password.encode())',
    ],
    harmless: lines(
      'import hashlib',
      'def stored(password, salt):',
      '    return hashlib.scrypt(password.encode(), salt=salt, n=16384, r=8, p=1)',
    ),
  },
  {
    rule: 'python/no-autoescape',
    dangerous: [
      lines(
        'from flask import request',
        'from jinja2 import Environment, FileSystemLoader',
        'def page():',
        '    pages = Environment(loader=FileSystemLoader("."))',
        '    return pages.get_template("page.html").render(name=request.args["name"])',
      ),
      'Environment(loader=FileSystemLoader("."))',
    ],
    evasion: [
      lines('import jinja2 as j', 'make = j.Environment', 'make(loader=j.DictLoader({}), autoescape=False)'),
      'make(loader=j.DictLoader({}), autoescape=False)',
    ],
    harmless: lines('import jinja2', 'jinja2.Environment(loader=jinja2.DictLoader({}), autoescape=True)'),
  },
  {
    rule: 'python/logged-password',
    dangerous: [
      lines('import logging', 'def login(user, password):', '    logging.info("%s signs in with %s", user, password)'),
      'logging.info("%s signs in with %s", user, password)',
    ],
    evasion: [
      lines(
        'import logging as l',
        'logger = l.getLogger("app")',
        'def login(user):',
        '    say = logger.debug',
        '    say(f"{user.name} with {user.password}")',
      ),
      'say(f"{user.name} with {user.password}")',
    ],
    harmless: lines(
      'import logging',
      'def login(user, password):',
      '    logging.info("%s signs in, the password has %d letters", user, len(password))',
      '    logging.warning("password of %s is old", user)',
    ),
  },
  {
    rule: 'python/debug-server',
    dangerous: [
      lines('from flask import Flask', 'app = Flask(__name__)', 'app.config["DEBUG"] = True', 'app.run()'),
      'app.config["DEBUG"] = True',
    ],
    evasion: [lines('import flask as f', 'site = f.Flask("x")', 'on = 1', 'site.debug = on'), 'site.debug = on'],
    harmless: lines(
      'import os',
      'from flask import Flask',
      'app = Flask(__name__)',
      'app.debug = "DEBUG" in os.environ',
    ),
  },
  {
    rule: 'python/chosen-module',
    dangerous: [
      lines('from transformers import AutoModel', 'AutoModel.from_pretrained("a/b", trust_remote_code=True)'),
      'AutoModel.from_pretrained("a/b", trust_remote_code=True)',
    ],
    evasion: [
      lines('import datasets as d', 'trust = True', 'd.load_dataset("a/b", trust_remote_code=trust)'),
      'd.load_dataset("a/b", trust_remote_code=trust)',
    ],
    harmless: lines('from transformers import AutoModel', 'AutoModel.from_pretrained("a/b")'),
  },
  {
    rule: 'python/chosen-module',
    dangerous: [
      lines('import os', 'from flask import request', 'def call():', '    return getattr(os, request.args["name"])'),
      'getattr(os, request.args["name"])',
    ],
    evasion: [
      lines(
        'from xmlrpc.server import SimpleXMLRPCServer as Server',
        'server = Server(("127.0.0.1", 8000))',
        'server.register_instance(Tool(), True)',
      ),
      'server.register_instance(Tool(), True)',
    ],
    harmless: lines(
      'from xmlrpc.server import SimpleXMLRPCServer',
      'server = SimpleXMLRPCServer(("127.0.0.1", 8000))',
      'server.register_instance(Tool())',
    ),
  },
]
