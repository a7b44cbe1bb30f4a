import type { RuleSample } from './rule-sample.fixture.ts'

export const resourceSamples: RuleSample[] = [
  {
    rule: 'javascript/fork-bomb',
    dangers: [
      ['const { spawn } = require("child_process"); while (true) { spawn("node", ["a.js"]) }', 'spawn("node"'],
      ['const { fork } = require("child_process"); for (;;) fork(__filename)', 'fork(__filename)'],
      ['const { fork } = require("child_process"); fork(__filename); fork(__filename)', 'fork(__filename)'],
      ['const cluster = require("cluster"); while (1) cluster.fork()', 'cluster.fork()'],
      [
        'const { spawn } = require("child_process"); setInterval(() => { spawn(process.execPath, [__filename]) }, 1)',
        'spawn(process.execPath',
      ],
    ],
    evasions: [
      ['const c = require("child_" + "process"); do { c["fo" + "rk"](process.argv[1]) } while (!0)', 'c["fo" + "rk"]'],
    ],
    harmless: [
      'const cluster = require("cluster"); for (let i = 0; i < require("os").cpus().length; i++) cluster.fork()',
      'const { fork } = require("child_process"); if (process.argv[2] !== "child") fork(__filename, ["child"])',
    ],
  },
  {
    rule: 'javascript/endless-allocation',
    dangers: [
      ['const list = []; while (true) { list.push(new Array(1000000).fill("x")) }', 'while (true)'],
      ['const fs = require("fs"); for (;;) { fs.appendFileSync("a", "x") }', 'for (;;)'],
      ['let s = "a"; while (1) s += s', 'while (1)'],
    ],
    evasions: [['const on = !0; const a = []; do { a["push"](Buffer.alloc(1e6)) } while (on)', 'do {']],
    harmless: [
      'const list = []; while (true) { const x = next(); if (!x) break; list.push(x) }',
      'while (queue.length > 0) { out.push(queue.pop()) }',
      'async function poll() { while (true) { log.push(await read()) } }',
    ],
  },
  {
    rule: 'javascript/endless-loop',
    dangers: [['while (true) {}', 'while (true) {}']],
    evasions: [['const yes = 1; for (; yes;) {}\nwhile (!false) { x() }', 'while (!false)']],
    harmless: ['for (let i = 0; i < 10; i++) {}'],
  },
  {
    rule: 'javascript/huge-allocation',
    dangers: [
      ['const b = Buffer.alloc(8 * 1024 * 1024 * 1024)', 'Buffer.alloc('],
      ['const a = new Array(2 ** 31).fill(0)', 'new Array('],
      ['const s = "x".repeat(2 ** 30)', '"x".repeat('],
    ],
    evasions: [['const n = 1024 ** 3; const a = Reflect.construct(Float64Array, [n * 4])', 'Reflect.construct']],
    harmless: ['const b = Buffer.alloc(1024 * 1024)', 'const line = "-".repeat(80)'],
  },
  {
    rule: 'javascript/unsafe-buffer',
    dangers: [
      ['const b = new Buffer("text")', 'new Buffer("text")'],
      ['app.get("/", (req, res) => { res.end(new Buffer(req.query.n)) })', 'new Buffer(req.query.n)'],
    ],
    evasions: [['const B = require("buffer").Buffer; const b = global["Buf" + "fer"].allocUnsafe(64)', 'global["Buf"']],
    harmless: ['const b = Buffer.from("text"); const c = Buffer.alloc(64)'],
  },
  {
    rule: 'javascript/timer-flood',
    dangers: [
      ['setInterval(() => { fetch("https://victim.test") }, 0)', 'setInterval('],
      ['while (true) { fetch("https://victim.test") }', 'fetch('],
      ['for (let i = 0; i < 100000; i++) { fetch("https://victim.test") }', 'fetch('],
      ['setInterval(() => { setInterval(work, 10) }, 10)', 'setInterval(() =>'],
    ],
    evasions: [
      [
        'const hit = () => { require("http").get("http://victim.test") }; globalThis["setInterval"](hit, 1)',
        'globalThis["setInterval"]',
      ],
    ],
    harmless: ['setInterval(() => { fetch("/health") }, 60000)', 'setInterval(draw, 16)'],
  },
  {
    rule: 'javascript/foreign-pattern',
    dangers: [
      [
        'app.get("/s", (req, res) => { const r = new RegExp(req.query.q); res.json(list.filter(x => r.test(x))) })',
        'new RegExp(',
      ],
    ],
    evasions: [['app.get("/s", ({ query }, res) => { const R = RegExp; const p = "^" + query.p; R(p) })', 'R(p)']],
    harmless: ['function find(word) { return new RegExp(escapeRegExp(word)) }', 'const r = new RegExp("^a+$")'],
  },
  {
    rule: 'javascript/slow-pattern',
    dangers: [['const ok = /^(a+)+$/.test(text)', '/^(a+)+$/']],
    evasions: [['const r = /^(?:[a-z]*)*@/', '/^(?:[a-z]*)*@/']],
    harmless: ['const r = /^[a-z]+(?:-[a-z]+)*$/', 'const date = /^(\\d+)-(\\d+)$/'],
  },
]
