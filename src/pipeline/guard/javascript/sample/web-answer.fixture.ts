import type { RuleSample } from './rule-sample.fixture.ts'

export const webAnswerSamples: RuleSample[] = [
  {
    rule: 'javascript/header-injection',
    dangers: [
      ['app.get("/", (req, res) => { res.set("Content-Type", req.query.kind); res.end() })', 'res.set('],
      [
        'app.get("/", (req, res) => { res.cookie("colour", req.query.colour, { httpOnly: true, secure: true }) })',
        'res.cookie(',
      ],
    ],
    evasions: [
      ['app.get("/", ({ query: q }, reply) => { reply["header"]("X-A", `for ${q.name}`) })', 'reply["header"]'],
    ],
    harmless: [
      'app.get("/", (req, res) => { res.set("X-Request-Id", req.headers["x-request-id"]); res.json({}) })',
      'app.post("/", (req, res) => { const seen = new Map(); seen.set("name", req.body.name); res.json({}) })',
    ],
  },
  {
    rule: 'javascript/exposed-error',
    dangers: [
      ['app.use((err, req, res, next) => { res.status(500).send(err.stack) })', 'res.status(500).send(err.stack)'],
    ],
    evasions: [
      [
        'app.get("/", (req, response) => { try { work() } catch (error) { response["json"]({ trace: error.stack }) } })',
        'response["json"]',
      ],
    ],
    harmless: [
      'app.use((err, req, res, next) => { console.error(err.stack); res.status(500).send("Something went wrong") })',
    ],
  },
  {
    rule: 'javascript/certificate-check-off',
    dangers: [
      [
        'const https = require("https"); https.get({ host: "a", rejectUnauthorized: false }, done)',
        'rejectUnauthorized: false',
      ],
    ],
    evasions: [
      [
        'const { Agent: A } = require("https"); const off = !1; new A({ rejectUnauthorized: off })',
        'rejectUnauthorized: off',
      ],
    ],
    harmless: ['const https = require("https"); new https.Agent({ rejectUnauthorized: true, ca })'],
  },
  {
    rule: 'javascript/fixed-key',
    dangers: [
      [
        'const crypto = require("crypto"); const keep = (word) => crypto.pbkdf2Sync(word, "salt", 600000, 64, "sha512")',
        'crypto.pbkdf2Sync(',
      ],
    ],
    evasions: [
      [
        'const { scryptSync: s } = require("node:crypto"); const grain = ["a", "b"].join(""); const keep = (w) => s(w, grain, 64)',
        's(w, grain, 64)',
      ],
    ],
    harmless: [
      'const crypto = require("crypto"); const keep = (word) => crypto.scryptSync(word, crypto.randomBytes(16), 64)',
    ],
  },
  {
    rule: 'javascript/weak-hash',
    dangers: [
      [
        'const crypto = require("crypto"); const keep = (user) => crypto.createHash("sha256").update(user.password).digest("hex")',
        'crypto.createHash("sha256").update(user.password)',
      ],
    ],
    evasions: [
      [
        'const { createHash: h } = require("crypto"); const keep = (password) => h("sha512").update(password)',
        'h("sha512").update(password)',
      ],
    ],
    harmless: ['const crypto = require("crypto"); crypto.createHash("sha256").update(file).digest("hex")'],
  },
  {
    rule: 'javascript/unchecked-token',
    dangers: [
      [
        'const jwt = require("jsonwebtoken"); app.get("/", (req, res) => { const { id } = jwt.decode(req.headers.authorization); res.json(find(id)) })',
        'jwt.decode(',
      ],
    ],
    evasions: [
      [
        'import { decode as open } from "jsonwebtoken"\napp.get("/", (req, res) => { const who = open(req.cookies.t); res.json(find(who)) })',
        'open(req.cookies.t)',
      ],
    ],
    harmless: [
      'const jwt = require("jsonwebtoken"); app.get("/", (req, res) => { jwt.verify(req.cookies.t, key); res.json(jwt.decode(req.cookies.t).id) })',
    ],
  },
  {
    rule: 'javascript/hardcoded-password',
    dangers: [
      ['const mysql = require("mysql"); mysql.createConnection({ host: "db", user: "root", password: "" })', '""'],
    ],
    evasions: [['const on = (form) => form["password"] === "winter2024"', 'form["password"] === "winter2024"']],
    harmless: [
      'const mysql = require("mysql"); mysql.createConnection({ host: "db", user: "app", password: settings.word })',
    ],
  },
]
