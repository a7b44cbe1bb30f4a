import { lines, type RuleSample } from './sample.fixture.ts'

/** More samples for rules about data in transit and at rest. */
export const transportSamples: RuleSample[] = [
  {
    rule: 'python/tls-not-verified',
    dangerous: [
      lines('from OpenSSL import SSL', 'def context():', '    return SSL.Context(SSL.TLSv1_2_METHOD)'),
      'SSL.Context(SSL.TLSv1_2_METHOD)',
    ],
    evasion: [
      lines('import urllib3 as u, ssl', 'never = ssl.CERT_NONE', 'u.PoolManager(cert_reqs=never)'),
      'u.PoolManager(cert_reqs=never)',
    ],
    harmless: lines(
      'from OpenSSL import SSL',
      'def context(check):',
      '    made = SSL.Context(SSL.TLSv1_2_METHOD)',
      '    made.set_verify(SSL.VERIFY_PEER, check)',
      '    return made',
    ),
  },
  {
    rule: 'python/tls-not-verified',
    dangerous: [
      lines('import socket, ssl', 'safe = ssl.wrap_socket(socket.socket())'),
      'ssl.wrap_socket(socket.socket())',
    ],
    evasion: [lines('import aiohttp as a', 'a.TCPConnector(**{"ssl": False})'), 'a.TCPConnector(**{"ssl": False})'],
    harmless: lines(
      'import socket, ssl',
      'ssl.create_default_context().wrap_socket(socket.socket(), server_hostname="a")',
    ),
  },
  {
    rule: 'python/tls-switched-off',
    dangerous: [
      lines('import ssl', 'context = ssl.create_default_context()', 'context.check_hostname = False'),
      'context.check_hostname = False',
    ],
    evasion: [
      lines('import ssl as s', 'c = s.create_default_context()', 'c.verify_mode = getattr(s, "CERT_" + "NONE")'),
      'c.verify_mode = getattr(s, "CERT_" + "NONE")',
    ],
    harmless: lines('import ssl', 'context = ssl.create_default_context()', 'context.verify_mode = ssl.CERT_REQUIRED'),
  },
  {
    rule: 'python/old-protocol',
    dangerous: [
      lines('import ssl', 'context = ssl.create_default_context()', 'context.minimum_version = ssl.TLSVersion.TLSv1'),
      'context.minimum_version = ssl.TLSVersion.TLSv1',
    ],
    evasion: [lines('from OpenSSL import SSL as S', 'kind = S.SSLv3_METHOD', 'S.Context(kind)'), 'S.Context(kind)'],
    harmless: lines(
      'import ssl',
      'context = ssl.create_default_context()',
      'context.minimum_version = ssl.TLSVersion.TLSv1_2',
    ),
  },
  {
    rule: 'python/plain-protocol',
    dangerous: [
      lines('import ftplib', 'def fetch(user, word):', '    ftplib.FTP("example.org").login(user, word)'),
      'ftplib.FTP("example.org").login(user, word)',
    ],
    evasion: [
      lines(
        'from smtplib import SMTP as S',
        'def send(user, word):',
        '    mail = S("example.org")',
        '    mail.login(user, word)',
      ),
      'mail.login(user, word)',
    ],
    harmless: lines(
      'import smtplib',
      'def send(user, word):',
      '    mail = smtplib.SMTP("example.org")',
      '    mail.starttls()',
      '    mail.login(user, word)',
    ),
  },
  {
    rule: 'python/request-forgery',
    dangerous: [
      lines(
        'import httpx',
        'from flask import request',
        'def ask():',
        '    return httpx.get("https://" + request.args["host"])',
      ),
      'httpx.get("https://" + request.args["host"])',
    ],
    evasion: [
      lines(
        'import requests',
        'from flask import request',
        'def user():',
        '    page = "https://api.example.org/users/" + request.args["id"]',
        '    return requests.get(page, timeout=5).json()',
      ),
      'requests.get(page, timeout=5)',
    ],
    harmless: lines(
      'import requests',
      'from flask import request',
      'def weather():',
      '    return requests.get("https://api.example.org/weather?city=" + request.args["city"], timeout=5).json()',
    ),
  },
  {
    rule: 'python/fetched-program',
    dangerous: [
      lines(
        'import os',
        'def start(data):',
        '    with open("tool.bin", "wb") as file:',
        '        file.write(data)',
        '    os.chmod("tool.bin", 0o755)',
        '    os.system("./tool.bin")',
      ),
      'os.chmod("tool.bin", 0o755)',
    ],
    evasion: [
      lines(
        'import os as o, subprocess as s, requests',
        'with open("tool", "wb") as file:',
        '    file.write(requests.get("https://example.org/tool").content)',
        'o.chmod("tool", 7 * 64)',
        's.run(["./tool"])',
      ),
      'o.chmod("tool", 7 * 64)',
    ],
    harmless: lines(
      'import os',
      'def keep(text):',
      '    with open("report.sh", "w") as file:',
      '        file.write(text)',
      '    os.chmod("report.sh", 0o755)',
    ),
  },
  {
    rule: 'python/query-injection',
    dangerous: [
      lines(
        'import boto3',
        'table = boto3.resource("dynamodb").Table("users")',
        'def find(name):',
        '    return table.scan(FilterExpression=name + " = :value")',
      ),
      'table.scan(FilterExpression=name + " = :value")',
    ],
    evasion: [
      lines(
        'from flask import request as q',
        'def login(users):',
        '    given = q.get_json()',
        '    return users.find_one(given)',
      ),
      'users.find_one(given)',
    ],
    harmless: lines(
      'import boto3',
      'table = boto3.resource("dynamodb").Table("users")',
      'def find(name):',
      '    return table.scan(FilterExpression="name = :value", ExpressionAttributeValues={":value": name})',
    ),
  },
  {
    rule: 'python/xml-entities',
    dangerous: [
      lines('from lxml import etree', 'def read(path):', '    return etree.parse(path, etree.XMLParser())'),
      'etree.parse(path, etree.XMLParser())',
    ],
    evasion: [
      lines('from xml.etree.ElementTree import fromstring as f', 'def read(text):', '    return f(text)'),
      'f(text)',
    ],
    harmless: lines(
      'from lxml import etree',
      'def read(path):',
      '    return etree.parse(path, etree.XMLParser(resolve_entities=False))',
    ),
  },
  {
    rule: 'python/path-traversal',
    dangerous: [
      lines('import os', 'def home_for(user):', '    os.mkdir("/home/" + user)'),
      'os.mkdir("/home/" + user)',
    ],
    evasion: [
      lines(
        'from flask import request as q',
        'def upload():',
        '    sent = q.files["picture"]',
        '    sent.save(f"uploads/{sent.filename}")',
      ),
      'sent.save(f"uploads/{sent.filename}")',
    ],
    harmless: lines(
      'import os',
      'def folder_for(run):',
      '    os.makedirs(os.path.join("results", run), exist_ok=True)',
    ),
  },
  {
    rule: 'python/plain-protocol',
    dangerous: [
      lines(
        'import requests',
        'def login(user, word):',
        '    requests.post("http://example.org/login", data={"user": user, "password": word}, timeout=5)',
      ),
      'requests.post("http://example.org/login", data={"user": user, "password": word}, timeout=5)',
    ],
    evasion: [
      lines('from telnetlib import Telnet as T', 'def go(password):', '    line = T("h")', '    line.write(password)'),
      'line.write(password)',
    ],
    harmless: lines(
      'import requests',
      'def login(user, word):',
      '    requests.post("http://localhost:8000/login", data={"user": user, "password": word}, timeout=5)',
    ),
  },
  {
    rule: 'python/query-injection',
    dangerous: [
      lines(
        'from flask import request',
        'def login(users):',
        '    given = request.get_json()',
        '    return users.find_one({"name": given["name"], "word": given["word"]})',
      ),
      'users.find_one({"name": given["name"], "word": given["word"]})',
    ],
    evasion: [
      lines(
        'from flask import request as q',
        'def login(users):',
        '    return users.find_one(filter={"name": q.json["n"]})',
      ),
      'users.find_one(filter={"name": q.json["n"]})',
    ],
    harmless: lines(
      'from flask import request',
      'def login(users):',
      '    return users.find_one({"name": str(request.form["name"])})',
    ),
  },
]
