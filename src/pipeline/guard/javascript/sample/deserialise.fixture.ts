import type { RuleSample } from './rule-sample.fixture.ts'

export const deserialiseSamples: RuleSample[] = [
  {
    rule: 'javascript/unsafe-deserialisation',
    dangers: [
      [
        'const serialize = require("node-serialize"); app.get("/", (req, res) => { const o = serialize.unserialize(Buffer.from(req.cookies.profile, "base64").toString()) })',
        'serialize.unserialize(',
      ],
      [
        'import { unserialize } from "node-serialize"\nexport const load = (text) => unserialize(text)',
        'unserialize(text)',
      ],
    ],
    evasions: [
      [
        'const s = require("node-" + "serialize"); function f(x) { s["un" + "serialize"](x) }',
        's["un" + "serialize"](x)',
      ],
    ],
    harmless: ['const data = JSON.parse(text)', 'const php = require("php-serialize"); php.unserialize(text)'],
  },
  {
    rule: 'javascript/v8-deserialisation',
    dangers: [
      [
        'const v8 = require("v8"); app.post("/", (req, res) => { const o = v8.deserialize(req.body) })',
        'v8.deserialize(req.body)',
      ],
    ],
    evasions: [
      [
        'import { deserialize as d } from "node:v8"\napp.post("/", (req) => d(Buffer.from(req.body.x, "base64")))',
        'd(Buffer',
      ],
    ],
    harmless: ['const v8 = require("v8"); const copy = v8.deserialize(v8.serialize({ a: 1 }))'],
  },
  {
    rule: 'javascript/yaml-load',
    dangers: [
      [
        'const yaml = require("js-yaml"); app.post("/", (req, res) => res.json({ a: yaml.load(req.body.config) }))',
        'yaml.load(req.body.config)',
      ],
      ['const yaml = require("js-yaml"); yaml.load(text, { schema: yaml.DEFAULT_FULL_SCHEMA })', 'yaml.load(text'],
    ],
    evasions: [
      ['import { load as l } from "js-yaml"\napp.post("/", (req) => { const t = `${req.body}`; l(t) })', 'l(t)'],
    ],
    harmless: [
      'import yaml from "js-yaml"\nimport fs from "fs"\nconst config = yaml.load(fs.readFileSync("config.yml", "utf8"))',
    ],
  },
  {
    rule: 'javascript/xml-entities',
    dangers: [
      [
        'const libxml = require("libxmljs"); function parse(xml) { return libxml.parseXml(xml, { noent: true }) }',
        'libxml.parseXml',
      ],
    ],
    evasions: [['const o = { noent: !0 }; require("libxmljs2")["parseXml"](x, o)', 'require("libxmljs2")']],
    harmless: ['const libxml = require("libxmljs"); libxml.parseXml(text)'],
  },
  {
    rule: 'javascript/prototype-pollution',
    dangers: [
      [
        'function merge(target, source) { for (const key in source) { if (typeof source[key] === "object") { merge(target[key], source[key]) } else { target[key] = source[key] } } return target }',
        'target[key] = source[key]',
      ],
      [
        'function set(obj, path, value) { const keys = path.split("."); let cur = obj; for (let i = 0; i < keys.length - 1; i++) { cur = cur[keys[i]] } cur[keys.at(-1)] = value }',
        'cur[keys.at(-1)] = value',
      ],
      ['const _ = require("lodash"); app.post("/", (req, res) => { _.merge({}, req.body) })', '_.merge({}, req.body)'],
      ['app.post("/", (req, res) => { db[req.body.a][req.body.b] = req.body.c })', 'db[req.body.a]'],
    ],
    evasions: [
      ['import m from "lodash/merge"\napp.post("/", (req) => { const { body: b } = req; m(state, b) })', 'm(state, b)'],
    ],
    harmless: [
      'function merge(a, b) { return { ...a, ...b } }',
      'function merge(t, s) { for (const k of Object.keys(s)) { if (k === "__proto__") continue; if (s[k] && typeof s[k] === "object") merge(t[k], s[k]); else t[k] = s[k] } }',
      'function count(words) { const seen = {}; for (const word of words) { seen[word] = (seen[word] ?? 0) + 1 } return seen }',
      'function transpose(m) { const r = []; for (let i = 0; i < m.length; i++) for (let j = 0; j < m[0].length; j++) { r[j] = r[j] ?? []; r[j][i] = m[i][j] } return r }',
    ],
  },
  {
    rule: 'javascript/foreign-key',
    dangers: [['app.post("/", (req, res) => { settings[req.body.name] = 1 })', 'settings[req.body.name] = 1']],
    evasions: [['app.post("/", ({ body }, res) => { const k = body.k; settings[k] = 1 })', 'settings[k] = 1']],
    harmless: ['const table = {}; for (const row of rows) { table[row.id] = row }'],
  },
  {
    rule: 'javascript/prototype-write',
    dangers: [
      ['const user = {}; user.__proto__.isAdmin = true', 'user.__proto__.isAdmin = true'],
      ['const evil = JSON.parse(\'{"__proto__": {"admin": true}}\')', 'JSON.parse('],
    ],
    evasions: [
      ['({})["__pro" + "to__"].polluted = 1', '({})["__pro" + "to__"].polluted = 1'],
      ['x.constructor.prototype.admin = 1', 'x.constructor.prototype.admin = 1'],
    ],
    harmless: [
      'function Dog() {}\nDog.prototype.bark = function () { return "woof" }',
      'const plain = Object.create(null)',
    ],
  },
]
