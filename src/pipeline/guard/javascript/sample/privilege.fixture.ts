import type { RuleSample } from './rule-sample.fixture.ts'

export const privilegeSamples: RuleSample[] = [
  {
    rule: 'javascript/user-change',
    dangers: [
      ['process.setuid(0)', 'process.setuid(0)'],
      ['require("child_process").spawn("id", [], { uid: 0 })', 'require("child_process").spawn'],
    ],
    evasions: [['const { setgid: g } = process; g("ro" + "ot")', 'g("ro" + "ot")']],
    harmless: ['process.setuid("nobody")'],
  },
  {
    rule: 'javascript/foreign-process',
    dangers: [
      ['process.kill(1, "SIGKILL")', 'process.kill(1'],
      ['process.kill(process.ppid)', 'process.kill(process.ppid)'],
      ['app.get("/k", (req) => process.kill(req.query.pid))', 'process.kill(req.query.pid)'],
    ],
    evasions: [['const p = process; p["ki" + "ll"](-1, 9)', 'p["ki" + "ll"]']],
    harmless: [
      'const child = require("child_process").fork("./a.js"); process.kill(child.pid, "SIGTERM")',
      'process.kill(pid, 0)',
    ],
  },
  {
    rule: 'javascript/intercepted-function',
    dangers: [
      [
        'const real = window.fetch; window.fetch = function (...a) { log(a); return real.apply(this, a) }',
        'window.fetch =',
      ],
      ['const Module = require("module"); Module._load = function (r) { return {} }', 'Module._load ='],
      ['XMLHttpRequest.prototype.send = function (b) { steal(b) }', 'XMLHttpRequest.prototype.send ='],
    ],
    evasions: [['const h = require("https"); h["requ" + "est"] = (o) => { leak(o) }', 'h["requ" + "est"] =']],
    harmless: ['const client = { fetch: null }; client.fetch = () => 1', 'globalThis.fetch = vi.fn()'],
  },
  {
    rule: 'javascript/changed-builtin',
    dangers: [
      ['JSON.parse = () => ({})', 'JSON.parse ='],
      ['Array.prototype.last = function () { return this.at(-1) }', 'Array.prototype.last ='],
      ['require.cache[id] = fake', 'require.cache[id] ='],
    ],
    evasions: [['globalThis["JS" + "ON"]["parse"] = () => 1', 'globalThis["JS" + "ON"]["parse"] =']],
    harmless: ['class Stack {}\nStack.prototype.peek = function () { return 1 }'],
  },
  {
    rule: 'javascript/container-escape',
    dangers: [
      [
        'require("http").request({ socketPath: "/var/run/docker.sock", path: "/containers/json" })',
        '"/var/run/docker.sock"',
      ],
    ],
    evasions: [['const s = `/var/run/${"docker"}.sock`; require("net").connect(s)', '`/var/run/']],
    harmless: ['const name = "docker-compose.yml"'],
  },
  {
    rule: 'javascript/open-inspector',
    dangers: [['require("inspector").open(9229, "0.0.0.0")', 'require("inspector").open']],
    evasions: [['import { open as o } from "node:inspector"\no(9229, "0.0." + "0.0")', 'o(9229']],
    harmless: ['const inspector = { open: (x) => x }; inspector.open(1)'],
  },
  {
    rule: 'javascript/hidden-process',
    dangers: [
      [
        'const { spawn } = require("child_process"); spawn("node", ["miner.js"], { detached: true, stdio: "ignore" }).unref()',
        'spawn("node"',
      ],
      ['process.title = "[kworker/0:1]"', 'process.title ='],
    ],
    evasions: [
      [
        'const o = { detached: !0, stdio: "ig" + "nore" }; require("child_process").spawn("x", [], o)',
        'require("child_process").spawn',
      ],
    ],
    harmless: [
      'const { spawn } = require("child_process"); spawn("ls", [], { stdio: "inherit" })',
      'process.title = "my-server"',
    ],
  },
]
